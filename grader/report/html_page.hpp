// A page that a browser shows from a file: one text, no scripts, nothing from a network, light or dark as the
// reader has it.
#pragma once

#include <string>

namespace mergelab::report {

/// The whole page. `title` is text, which is escaped here; `body` is HTML, in which every text has been
/// escaped with xml_escape(). `more_style` is CSS that follows the page's own.
[[nodiscard]] std::string html_page(const std::string& title, const std::string& body,
                                    const std::string& more_style = "");

/// A bar as long as this part of its width, in [0, 1]; decoration: the figure itself is next to it.
[[nodiscard]] std::string html_bar(double part);

}  // namespace mergelab::report
