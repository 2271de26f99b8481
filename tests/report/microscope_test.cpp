// The microscope's page: no text of a student becomes markup, its columns agree with the trace, and it stays
// small. tests/page tests it in a browser.
#include <random>

#include "report/microscope.hpp"
#include "samples.hpp"
#include "support/test.hpp"

namespace mergelab::report {
namespace {

constexpr std::size_t kMostEvents = 100'000;
constexpr std::size_t kMostBytes = 1 << 20;

/// A trace of one block's requests: `events_each` events in each of `requests`, of all kinds. Numbers are the
/// worst for packing: drawn at random, and some of them are missing or lie outside of their array.
Json random_trace(std::size_t requests, std::size_t events_each) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Json trace = {{"schema", "mergelab.trace/2"}, {"lab", "04_tiled_kernel"}, {"kit", "merge"}};
  trace["files"] = Json::array({{{"name", "merge_tiled.cuh"}, {"lines", {"first line", "second line"}}}});
  Json columns = Json::object();
  Json events = {{"lane", Json::array()}, {"index", Json::array()}, {"value", Json::array()}};
  std::string kinds;
  for (std::size_t r = 0; r < requests; ++r) {
    const int warp = below(4);
    columns["block"].push_back(static_cast<int>(r * 4 / requests));
    columns["phase"].push_back(static_cast<int>(r * 64 / requests));
    columns["warp"].push_back(warp);
    const int place = below(40);  // a line does much the same each time
    columns["place"].push_back(place == 0 ? Json() : Json(place));
    kinds += "rwa"[place % 3];
    columns["array"].push_back(place % 6);
    columns["sectors"].push_back(place % 2 * below(5));
    columns["turns"].push_back((1 - place % 2) * below(5));
    columns["first"].push_back(events["lane"].size());
    for (std::size_t e = 0; e < events_each; ++e) {
      events["lane"].push_back(32 * warp + below(32));
      events["index"].push_back(below(50) == 0 ? -below(100000) : below(256));
      events["value"].push_back(below(50) == 0 ? Json() : Json(below(256) * 7919 - 1000000));
    }
  }
  columns["kind"] = kinds;
  trace["requests"] = requests == 0 ? Json{{"block", Json::array()},
                                           {"phase", Json::array()},
                                           {"warp", Json::array()},
                                           {"place", Json::array()},
                                           {"kind", ""},
                                           {"array", Json::array()},
                                           {"sectors", Json::array()},
                                           {"turns", Json::array()},
                                           {"first", Json::array()}}
                                    : columns;
  trace["events"] = events;
  return trace;
}

/// Reads a column as pack.hpp says that it is written.
std::vector<std::int64_t> unpacked(const Json& column, std::size_t count) {
  const std::string text = column.get<std::string>();
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::size_t at = 0;
  const auto next = [&] {
    std::int64_t number = 0;
    for (int bits = 0;; bits += 5) {
      const auto digit = static_cast<std::int64_t>(alphabet.find(text.at(at++)));
      number += (digit % 32) << bits;
      if (digit < 32) return number;
    }
  };
  std::vector<std::int64_t> numbers;
  while (at < text.size()) {
    const std::int64_t coded = next();
    if (coded == 0) {
      numbers.insert(numbers.end(), static_cast<std::size_t>(next()) + 1, 0);
    } else {
      numbers.push_back(coded % 2 == 1 ? -(coded + 1) / 2 : coded / 2);
    }
  }
  EXPECT_EQ(numbers.size(), count);
  return numbers;
}

/// The same of a column of differences.
std::vector<std::int64_t> summed_up(const Json& column, std::size_t count) {
  std::vector<std::int64_t> numbers = unpacked(column, count);
  for (std::size_t i = 1; i < numbers.size(); ++i) numbers[i] += numbers[i - 1];
  return numbers;
}

/// The columns of requests and events, out of what packed_trace made of them.
Json unpacked_trace(const Json& shown) {
  const Json& packed = shown.at("packed");
  const auto requests = packed.at("requests").get<std::size_t>(),
             events = packed.at("events").get<std::size_t>();
  Json back = {{"requests", Json::object()}, {"events", {{"lane", Json::array()}}}};
  for (const char* name : {"block", "phase", "warp"})
    back["requests"][name] = summed_up(packed.at(name), requests);
  std::string kinds;
  for (const std::int64_t what : summed_up(packed.at("what"), requests)) {
    const Json& kind = packed.at("kinds").at(static_cast<std::size_t>(what));
    back["requests"]["place"].push_back(kind[0] == -1 ? Json() : kind[0]);
    kinds += kind[1].get<std::string>();
    back["requests"]["array"].push_back(kind[2]);
    back["requests"]["sectors"].push_back(kind[3]);
    back["requests"]["turns"].push_back(kind[4]);
  }
  back["requests"]["kind"] = kinds;
  const auto sizes = summed_up(packed.at("sizes"), requests), values = summed_up(packed.at("value"), events);
  const auto lanes = unpacked(packed.at("lane"), events), indices = unpacked(packed.at("index"), events);
  std::size_t event = 0;
  for (std::size_t r = 0; r < requests; ++r) {
    back["requests"]["first"].push_back(event);
    std::int64_t lane = 32 * back["requests"]["warp"][r].get<std::int64_t>() - 1, index = 0, stride = 0;
    for (std::int64_t e = 0; e < sizes[r]; ++e, ++event) {
      lane += lanes[event] + 1;
      const std::int64_t before = index;
      index += stride + indices[event];
      stride = e == 0 ? 1 : index - before;
      back["events"]["lane"].push_back(lane);
      back["events"]["index"].push_back(index);
      back["events"]["value"].push_back(packed.at("values").at(static_cast<std::size_t>(values[event])));
    }
  }
  return back;
}

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(Microscope, packs_columns_so_that_they_can_be_read_back) {
  for (const std::size_t events_each : {1U, 5U, 32U}) {
    const Json trace = random_trace(500, events_each);
    const Json back = unpacked_trace(packed_trace(trace));
    for (const char* table : {"requests", "events"}) {
      for (const auto& [name, column] : trace.at(table).items())
        EXPECT_EQ(back.at(table).at(name), column) << name << ", " << events_each << " events each";
    }
  }
}

TEST(Microscope, keeps_every_other_field_of_the_trace) {
  const Json trace = random_trace(3, 2);
  const Json shown = packed_trace(trace);
  for (const char* name : {"schema", "lab", "kit", "files"}) EXPECT_EQ(shown.at(name), trace.at(name));
}

TEST(Microscope, shows_a_run_without_an_access) {
  const Json shown = packed_trace(random_trace(0, 0));
  EXPECT_EQ(shown.at("packed").at("requests"), 0);
  EXPECT_EQ(shown.at("packed").at("what"), "");
}

TEST(MicroscopeSlow, stays_below_a_mebibyte_with_the_most_events) {
  EXPECT_LT(microscope_page(random_trace(kMostEvents, 1), nullptr).size(), kMostBytes);
  EXPECT_LT(microscope_page(random_trace(kMostEvents / 32, 32), nullptr).size(), kMostBytes);
}

TEST(Microscope, makes_no_markup_of_what_a_student_wrote) {
  const std::string attack = "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>";
  Json trace = random_trace(3, 2);
  const std::string plain = microscope_page(trace, nullptr);
  trace["files"][0]["lines"][0] = "  // " + attack;
  trace["files"][0]["name"] = "\"'><script>.cuh";
  trace["message"] = attack;
  trace["violations"] = Json::array({{{"rule", "race"}, {"message", attack}, {"events", Json::array()}}});
  LabResult lab = samples::tiled_kernel();
  lab.items[0].message = attack;
  const std::string page = microscope_page(trace, &lab);
  EXPECT_EQ(count_of(page, "alert(1)"), 4U) << "the words have to be there";
  for (const char* markup : {"<script", "</script", "<!--", "<img"})
    EXPECT_EQ(count_of(page, markup), count_of(plain, markup)) << markup;
}

TEST(Microscope, is_written_for_text_that_is_not_utf_8) {
  Json trace = random_trace(3, 2);
  trace["files"][0]["lines"][0] = "\xff\xfe";
  EXPECT_TRUE(contains(microscope_page(trace, nullptr), "\xEF\xBF\xBD"));
}

TEST(Microscope, shows_points_in_hundredths_and_a_dash_for_what_did_not_run) {
  LabResult lab;
  lab.score = 5;
  lab.max_score = 5;
  lab.status = Verdict::passed;
  for (const auto& [id, status, points] : {std::tuple{"plain", Verdict::passed, Points(1.99)},
                                           {"loads", Verdict::passed, Points(3.01)},
                                           {"time", Verdict::not_run, Points()}}) {
    ItemResult item;
    item.id = id;
    item.status = status;
    item.score = item.max_score = points;
    lab.items.push_back(item);
  }
  const std::string page = microscope_page(random_trace(0, 0), &lab);
  for (const char* part :
       {R"("points":"1.99 / 1.99")", R"("points":"3.01 / 3.01")", R"("points":"–")", R"("points":"5 / 5")"})
    EXPECT_TRUE(contains(page, part)) << part;
}

TEST(Microscope, asks_the_network_for_nothing) {
  const std::string page = microscope_page(random_trace(3, 2), nullptr);
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  EXPECT_EQ(count_of(page, "<script>") + count_of(page, "<style>"), 2U);
  for (const char* word : {" src=", "<link", "@import", "url(", "fetch(", "import("})
    EXPECT_EQ(count_of(page, word), 0U) << word;
  EXPECT_EQ(count_of(page, "http"),
            count_of(page, "http://www.w3.org/2000/svg") + count_of(page, "http-equiv"));
}

TEST(Microscope, refuses_columns_that_differ_in_length) {
  Json trace = random_trace(3, 2);
  trace["requests"]["warp"].push_back(1);
  EXPECT_THROW(static_cast<void>(microscope_page(trace, nullptr)), std::runtime_error);
}

}  // namespace
}  // namespace mergelab::report
