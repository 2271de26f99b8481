#include "model/outcome.hpp"

namespace mergelab {

std::string in_words(const Violation& violation) {
  return violation.hint.empty() ? violation.text : violation.text + "\n" + violation.hint;
}

}  // namespace mergelab
