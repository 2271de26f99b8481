// mergelab predict N: asks about the lecture's topics before any run, marks the answers, and explains them.

#include <nlohmann/json.hpp>

#include <charconv>

#include "app/grading/report_file.hpp"
#include "app/learning/student_state.hpp"
#include "app/learning/traced_case.hpp"
#include "app/machine/own_programs.hpp"
#include "app/verbs/verbs.hpp"
#include "base/did_you_mean.hpp"
#include "kits/questions/question.hpp"
#include "report/page.hpp"

namespace mergelab::app {
namespace {

using predict::Question;
using report::Colour;

enum class Mark { right, second_try, wrong, skipped, unanswered };

struct Answered {
  predict::Question question;
  std::vector<std::string> given;  // answers that could be marked
  Mark mark = Mark::unanswered;
  [[nodiscard]] bool is_right() const { return mark == Mark::right || mark == Mark::second_try; }
};

constexpr int kTries = 2;

/// "a, b or c"
std::string letters(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == count ? " or " : ", ", static_cast<char>('a' + i));
  return text;
}

/// "2 numbers, such as 3 4"
std::string expected(const Question& question) {
  if (!question.choices.empty()) return "one letter, " + letters(question.choices.size());
  switch (question.wanted.size()) {
    case 1:
      return "one number, such as 3";
    case 2:
      return question.is_pair ? "two numbers, such as 3 4, or 0" : "two numbers, such as 3 4";
    default:
      return fmt::format("{} numbers, such as 0 2 1 3", question.wanted.size());
  }
}

std::string prompt(const Question& question) {
  if (question.is_pair) return "lines: ";
  return fmt::format("{}: ", fmt::join(question.wanted, ", "));
}

std::string answer_text(const Question& question, const std::vector<std::int64_t>& numbers) {
  if (!question.choices.empty()) {
    const auto place = static_cast<std::size_t>(numbers.front());
    return fmt::format("{}) {}", static_cast<char>('a' + place), question.choices.at(place));
  }
  if (question.is_pair && numbers == std::vector<std::int64_t>{0, 0}) return "0, no race";
  if (question.is_pair) return fmt::format("lines {}", fmt::join(numbers, " and "));
  if (numbers.size() == 1) return std::to_string(numbers.front());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    words.push_back(fmt::format("{} = {}", question.wanted[i], numbers[i]));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Which of several numbers are right, so that a second try has something to go on.
std::string partly_right(const Question& question, const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> right;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!question.is_pair && numbers[i] == question.answer[i]) right.push_back(question.wanted[i]);
  }
  if (right.empty()) return "";
  if (right.size() == 1) return fmt::format(" ({} is right)", right.front());
  const std::string last = right.back();
  right.pop_back();
  return fmt::format(" ({} and {} are right)", fmt::join(right, ", "), last);
}

void print_choices(const Question& question, std::FILE* out) {
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    say::print(out, "  {}) {}\n", static_cast<char>('a' + i), question.choices[i]);
}

/// "2 of 5, lab 4: share", and the question.
void print_question(const Lab& lab, const Question& question, std::size_t number, std::size_t count,
                    std::FILE* out, const report::TextStyle& style) {
  say::print(out, "{}\n\n{}\n",
             report::paint(fmt::format("{} of {}, lab {}: {}", number, count, lab_number(lab), question.kind),
                           Colour::bold, style),
             question.text);
}

/// What an answer says, in the places of Question::answer; nothing, with a reason, for one that can't be
/// marked.
struct Typed {
  std::optional<std::vector<std::int64_t>> numbers;
  std::string complaint;
};
Typed read_answer(const Question& question, const std::string& line) {
  const auto refuse = [&](const std::string& why) {
    return Typed{std::nullopt, fmt::format("{}: expected {}", why, expected(question))};
  };
  if (line.empty()) return refuse("Nothing was typed");
  if (!question.choices.empty()) {
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      if (base::lower_case(line) == base::lower_case(question.choices[i]))
        return {std::vector<std::int64_t>{static_cast<std::int64_t>(i)}, ""};
    }
    const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(line.front())));
    const std::string rest = line.substr(1);
    const auto place = static_cast<std::size_t>(letter - 'a');
    if ((!rest.empty() && rest != ")") || letter < 'a' || place >= question.choices.size())
      return refuse("That is not one of the letters");
    return {std::vector<std::int64_t>{static_cast<std::int64_t>(place)}, ""};
  }
  std::vector<std::int64_t> numbers;
  for (const char *at = line.data(), *end = at + line.size(); at != end;) {
    if (*at == ' ' || *at == ',' || *at == '\t') {
      ++at;
      continue;
    }
    std::int64_t number = 0;
    const auto [behind, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (behind != end && *behind != ' ' && *behind != ',' && *behind != '\t'))
      return refuse(question.wanted.size() == 1 ? "That is not a number" : "That is not a list of numbers");
    numbers.push_back(number);
    at = behind;
  }
  if (question.is_pair && numbers == std::vector<std::int64_t>{0}) numbers = {0, 0};
  if (question.is_pair) std::ranges::sort(numbers);
  if (numbers.size() != question.wanted.size())
    return refuse(numbers.size() == 1 ? "That is 1 number"
                                      : fmt::format("Those are {} numbers", numbers.size()));
  return {std::move(numbers), ""};
}

/// One question, until it is right, given up, or tried often enough. False: the input has ended.
bool ask(Answered& asked, AnswerLines& lines, std::FILE* out, const report::TextStyle& style) {
  const Question& question = asked.question;
  print_choices(question, out);
  const auto explain = [&](const std::string& beginning, Colour colour) {
    report::Page page(style);
    page.raw(report::paint(beginning, colour, style));
    page.put("  ", question.explanation);
    say::print(out, "{}\n", page.take());
  };
  const std::string answer = answer_text(question, question.answer);
  while (asked.given.size() < kTries) {
    const std::optional<std::string> line = lines.ask(prompt(question));
    if (!line || *line == "q" || *line == "quit") return false;
    if (*line == "?" || *line == "skip") {
      asked.mark = Mark::skipped;
      explain(fmt::format("It is {}.", answer), Colour::none);
      return true;
    }
    const Typed typed = read_answer(question, *line);
    if (!typed.numbers) {
      say::print(out, "{}. ? explains the question, q ends\n", typed.complaint);
      continue;
    }
    asked.given.push_back(*line);
    if (*typed.numbers == question.answer) {
      asked.mark = asked.given.size() == 1 ? Mark::right : Mark::second_try;
      explain("Right.", Colour::green);
      return true;
    }
    if (asked.given.size() < kTries)
      say::print(out, "{}{}. Once more?\n", report::paint("Not so", Colour::yellow, style),
                 partly_right(question, *typed.numbers));
  }
  asked.mark = Mark::wrong;
  explain(fmt::format("No: it is {}.", answer), Colour::red);
  return true;
}

constexpr const char* kMarks[] = {"right", "second_try", "wrong", "skipped", "unanswered"};  // of each Mark

/// Asks all of them, as long as there is input.
std::vector<Answered> ask_all(const Lab& lab, std::vector<Question> questions, std::FILE* out,
                              const report::TextStyle& style) {
  std::vector<Answered> asked;
  for (Question& question : questions) asked.push_back({std::move(question), {}, Mark::unanswered});
  AnswerLines lines(out);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    print_question(lab, asked[i].question, i + 1, asked.size(), out, style);
    if (!ask(asked[i], lines, out, style)) break;
  }
  return asked;
}

/// "7 of 10 right", and what to read again.
std::string summary(const Lab& lab, const std::vector<Answered>& asked, const report::TextStyle& style) {
  std::size_t right = 0, second = 0, done = 0;
  std::map<std::string, std::set<std::string>> again;  // kinds by heading
  for (const Answered& one : asked) {
    if (one.mark == Mark::unanswered) continue;
    ++done;
    right += one.is_right() ? 1 : 0;
    second += one.mark == Mark::second_try ? 1 : 0;
    if (one.mark != Mark::right) again[lab.predict.at(one.question.kind)].insert(one.question.kind);
  }
  if (done == 0) return "No question was answered.\n";
  report::Page page(style);
  page.raw(fmt::format("{} of {} right{}{}", right, done,
                       second == 0 ? "" : fmt::format(", {} of them at the second attempt", second),
                       done == asked.size() ? "" : fmt::format("; {} not answered", asked.size() - done)));
  for (const auto& [heading, kinds] : again)
    page.put(fmt::format("look again at {}: ", fmt::join(kinds, ", ")),
             fmt::format("\"{}\" in labs/{}/README.md", heading, lab.name));
  return page.take();
}

/// mergelab.predict/1
std::string to_json(const Lab& lab, std::uint64_t seed, const std::vector<Answered>& asked) {
  using nlohmann::json;
  json questions = json::array();
  std::size_t right = 0;
  for (const Answered& one : asked) {
    const Question& question = one.question;
    json entry = {{"kind", question.kind},
                  {"question", question.text},
                  {"wanted", question.wanted},
                  {"answer", question.answer},
                  {"given", one.given},
                  {"mark", kMarks[static_cast<int>(one.mark)]},
                  {"explanation", question.explanation}};
    if (!question.choices.empty()) entry["choices"] = question.choices;
    questions.push_back(std::move(entry));
    right += one.is_right() ? 1 : 0;
  }
  const json top = {
      {"schema", "mergelab.predict/1"}, {"lab", lab.name},       {"seed", seed}, {"right", right},
      {"asked", asked.size()},          {"questions", questions}};
  return top.dump(1, ' ', false, json::error_handler_t::replace) + '\n';
}

constexpr std::uint64_t kMostQuestions = 100, kSeeds = 1'000'000;  // seeds are short enough to be typed

struct PredictOptions {
  std::filesystem::path course, folder, json;
  std::string lab;
  std::uint64_t seed = 0, questions = 5;
  TextOptions text;
};

/// Another one at each call, by the student and how often was asked; where that can't be kept, any.
std::uint64_t next_seed(const StateFile& file, const Lab& lab) {
  std::uint64_t calls = 0;
  const bool kept = file.update([&](StudentState& state) { calls = ++state[lab.name].predicted; });
  if (!kept) return judge::fresh_seed() % kSeeds + 1;
  const std::string who = fmt::format("{} {} {} {}", ::getuid(), file.path().string(), lab.name, calls);
  return base::mix(base::hash_text(base::kHashOfNothing, who)) % kSeeds + 1;
}

/// Throws UsageError for a lab that asks nothing.
std::vector<std::string> kinds_of(const Course& course, const Lab& lab) {
  std::vector<std::string> kinds, labs;
  for (const auto& [kind, heading] : lab.predict) kinds.push_back(kind);
  for (const Lab& other : course.labs) {
    if (!other.predict.empty()) labs.push_back(std::to_string(lab_number(other)));
  }
  require_kit(lab);
  if (kinds.empty())
    throw UsageError(
        fmt::format("{} has no questions: its lab.json names none under \"predict\"\n  labs with "
                    "questions: {}",
                    lab.name, labs.empty() ? "none" : fmt::format("{}", fmt::join(labs, ", "))));
  return kinds;
}

/// Gives the questions that need the engine their answers. Throws UsageError without a CPU engine.
void answer_with_engine(std::vector<predict::Question>& questions, Progress& progress) {
  const std::vector<predict::Program> programs = predict::make_programs(questions);
  if (programs.empty()) return;
  progress.note("predict", "running the kernels of the questions on the CPU engine");
  WorkFolder work;
  for (const predict::Program& program : programs)
    predict::finish_questions(questions, program, kEngineFile, count_on_engine(program.source, work));
  progress.clear();
}

int predict(const PredictOptions& options) {
  if (options.questions == 0 || options.questions > kMostQuestions)
    throw UsageError(fmt::format("--questions takes 1 to {}", kMostQuestions));
  const Course course = course::load(course_root(options.course));
  const Lab& lab = course::find_lab(course, options.lab);
  const std::vector<std::string> kinds = kinds_of(course, lab);
  const std::filesystem::path folder = submission_folder(options.folder, course);
  const ReportFile file(options.json);
  const std::uint64_t seed = options.seed != 0 ? options.seed : next_seed(StateFile(course, folder), lab);
  std::vector<predict::Question> questions =
      predict::make_questions(kinds, static_cast<std::size_t>(options.questions), seed);
  Progress progress(options.text);
  progress.only_on_terminal();
  answer_with_engine(questions, progress);
  const report::TextStyle style = text_style(options.text, file.text());
  report::Page head(style);
  head.put("", fmt::format("Lab {}, {}. Type the answer; ? explains the question, q ends.", lab_number(lab),
                           lab.title));
  head.raw(fmt::format("These questions again: {} {} --seed {}{}", command_for("predict", options.folder),
                       lab_number(lab), seed,
                       options.questions == PredictOptions().questions
                           ? ""
                           : fmt::format(" --questions {}", options.questions)));
  say::print(file.text(), "{}\n", head.take());
  const std::vector<Answered> asked = ask_all(lab, std::move(questions), file.text(), style);
  say::print(file.text(), "{}", summary(lab, asked, style));
  file.write(to_json(lab, seed, asked));
  file.announce("answers");
  return kGraded;
}

}  // namespace

Run predict(CommandOptions& command) {
  const auto options = std::make_shared<PredictOptions>();
  command.positional("N", options->lab, "The lab: a number or a name");
  command.number("--questions", options->questions, "How many questions", "Q");
  command.number("--seed", options->seed, "Ask the questions of this seed; 0: new ones at each call", "S");
  command.option("--json", options->json, "Where to write questions, answers and marks; - is standard output",
                 "PATH");
  command.dir(options->folder);
  command.plain(options->text.plain);
  command.course(options->course);
  return [options] { return predict(*options); };
}

}  // namespace mergelab::app
