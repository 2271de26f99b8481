#include "course/answers_item.hpp"

#include <fmt/format.h>

namespace mergelab::course {

void read_answers(const JsonValue& object, const Lab& lab, Item& item) {
  for (const char* key : {"family", "value", "backends", "checks", "checker"}) {
    if (object.has(key)) object.at(key).fail("an item of kind \"answers\" does not take this key");
  }
  const std::string quiz = object.at("answers").one_of({"predict", "detective"});
  item.family = quiz == "predict" ? kPredictFamily : kDetectiveFamily;
  if (quiz == "predict" && lab.predict.empty())
    object.at("answers").fail("this lab has no questions: \"predict\" is missing");
  for (const Item& other : lab.items) {
    if (other.family == item.family)
      object.at("answers").fail(fmt::format("the item \"{}\" already has these answers", other.id));
  }
  item.backends = {Backend::cpu};
  item.checks = true;  // it needs no separate build
}

}  // namespace mergelab::course
