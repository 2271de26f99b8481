#include "compare.hpp"

#include "judge/transport/session.hpp"
#include "small_inputs.hpp"

namespace mergelab::mutants {
namespace {

namespace fs = std::filesystem;

// Ample for the smallest and the largest of the inputs; a mutant that needs more is another program.
constexpr double kCpuS = 60;
constexpr std::uint64_t kSteps = 100'000'000;
constexpr std::uint64_t kLabels = 1;  // the same for both, so that labels compare
// A lab without a kit leaves the launch and the order of work to its students: a file differs from the
// solution by what it counts only where that is so many times as much.
constexpr double kDearer = 1.5;

/// Traffic is counted with the checks; comparisons without them.
BuildKind kind_for(ValueType value) { return BuildKind(value, value != ValueType::counted); }

using Figures = std::vector<std::pair<const char*, std::uint64_t>>;

/// What the threads of a launch do, and of a kit's function also how many there are.
Figures figures(const judge::Answer& answer, bool of_kit) {
  const wire::Fetched& fetched = answer.fetched;
  const wire::Traffic& t = fetched.traffic;
  const auto& block = fetched.launches.block;
  Figures all{{"launches", fetched.launches.count},
              {"bytes loaded", t.load_bytes},
              {"loaded by requests of few elements", t.narrow_load_bytes},
              {"loaded by threads", t.lane_load_bytes},
              {"bytes stored", t.store_bytes},
              {"sectors loaded", t.load_sectors},
              {"sectors stored", t.store_sectors},
              {"wavefronts", t.wavefronts},
              {"ideal wavefronts", t.ideal_wavefronts},
              {"barriers", t.barriers},
              {"span", t.span},
              {"bytes in local memory", t.local_bytes},
              {"elements left out", fetched.uncovered.count},
              {"bytes sent", answer.sent_bytes},
              {"exchanges", static_cast<std::uint64_t>(answer.exchanges)}};
  if (of_kit) {
    all.emplace_back("threads", t.threads);
    all.emplace_back("threads of a block", std::uint64_t{block[0]} * block[1] * block[2]);
  }
  return all;
}

/// One file's workers, by type of elements.
class Workers {
 public:
  Workers(const Lab& lab, const fs::path& worker, std::map<BuildKind, fs::path> objects)
      : lab_(lab), worker_(worker), objects_(std::move(objects)) {}

  /// Empty: it did not come to its end; `why` says how. `comparisons` are those of each problem.
  [[nodiscard]] std::optional<judge::Answer> ask(const Input& input, const judge::Image& image,
                                                 std::vector<std::uint64_t>& comparisons, std::string& why) {
    const BuildKind kind = kind_for(input.value);
    judge::Session& session = session_for(kind);
    std::uint32_t watch = 0;
    if (kind.checked) watch |= wire::kWatchAccesses;
    if (input.counts) watch |= wire::kWatchTraffic;
    comparisons.assign(image.problems().size(), 0);
    const auto compared = [&](std::uint32_t problem) { return ++comparisons[problem] > 0; };
    auto answer =
        session.broken()
            ? std::nullopt
            : session.ask({.image = image, .watch = watch, .step_limit = kSteps, .compared = compared},
                          kCpuS);
    if (!answer) {
      why = text_of(session.broken()->why, judge::StudentFiles());
    } else if (answer->refused) {
      why = text_of(answer->refused->why, judge::StudentFiles());
      answer.reset();
    } else if (!answer->violations.empty()) {
      why = text_of(answer->violations.front().why, judge::StudentFiles());
      answer.reset();
    }
    return answer;
  }

 private:
  judge::Session& session_for(BuildKind kind) {
    const auto found = sessions_.find(kind);
    if (found != sessions_.end() && !found->second->broken()) return *found->second;
    judge::WorkerSetup setup;
    setup.worker = worker_;
    setup.object = objects_.at(kind);
    setup.value_size = static_cast<int>(judge::value_bytes(kind.value));
    setup.files = judge::StudentFiles({}, lab_.interface);
    setup.limits = lab_.limits;
    const auto start = [](const judge::WorkerSetup& of) -> std::unique_ptr<judge::Session> {
      return std::make_unique<judge::Session>(of);
    };
    std::unique_ptr<judge::Session>& session = sessions_[kind];
    session = lab_.on_ranks() ? std::make_unique<judge::TransportSession>(setup, start) : start(setup);
    return *session;
  }

  const Lab& lab_;
  fs::path worker_;
  std::map<BuildKind, fs::path> objects_;
  std::map<BuildKind, std::unique_ptr<judge::Session>> sessions_;
};

/// Whether a lab without a kit takes one file's outputs for the other's: floating-point sums may differ.
bool is_same(const judge::ProblemSet& set, const judge::Image& image, const judge::Answer& solution,
             const judge::Answer& other) {
  const wire::Problem& problem = image.problems().front();  // the only one
  const judge::Outputs right = judge::outputs_in(image, problem, solution.returned),
                       got = judge::outputs_in(image, problem, other.returned);
  return judge::compare(image.interface(), set.inputs.front(), right, got).passed();
}

/// How two answers to an input differ; empty: they don't.
std::string difference_of(const Input& input, const judge::Image& image, const judge::Answer& solution,
                          const judge::Answer& other) {
  if (solution.kept != other.kept) return "another output";
  if (solution.returned != other.returned && (input.set.kit || !is_same(input.set, image, solution, other)))
    return "another output";
  if (!input.counts) return "";
  const bool of_kit = input.set.kit != nullptr;
  const Figures expected = figures(solution, of_kit), got = figures(other, of_kit);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool differs = of_kit ? got[i].second != expected[i].second
                                : got[i].second > kDearer * static_cast<double>(expected[i].second);
    if (differs)
      return fmt::format("{}: {}, the solution {}", got[i].first, got[i].second, expected[i].second);
  }
  return "";
}

std::string difference_in(const Input& input, Workers& solution, Workers& other, wire::Memory memory) {
  const judge::Image image(input.set, input.value, memory, kLabels);
  std::string why;
  std::vector<std::uint64_t> comparisons, solution_comparisons;
  const auto expected = solution.ask(input, image, solution_comparisons, why);
  if (!expected && input.may_fail) return "";
  if (!expected) throw std::runtime_error(fmt::format("the solution fails at {}: {}", input.name, why));
  const auto got = other.ask(input, image, comparisons, why);
  std::string words = got ? difference_of(input, image, *expected, *got) : why;
  if (words.empty() && comparisons != solution_comparisons) words = "another number of comparisons";
  return words.empty() ? "" : fmt::format("{}: {}", input.name, words);
}

submission::Build build(app::Setup& setup, const Lab& lab, const std::vector<Input>& inputs,
                        const fs::path& file) {
  std::set<BuildKind> kinds;
  for (const Input& input : inputs) kinds.insert(kind_for(input.value));
  return submission::build(setup.course(), lab, app::reference_sources(setup.course(), lab, file),
                           {kinds.begin(), kinds.end()}, setup.programs().toolchain,
                           setup.folder().fresh(lab.name));
}

bool is_built(const submission::Build& build) {
  return std::all_of(build.results.begin(), build.results.end(),
                     [](const BuildResult& result) { return result.ok; });
}

}  // namespace

std::string difference(app::Setup& setup, const Lab& lab, const fs::path& file) {
  const std::vector<Input> inputs = small_inputs(setup.course(), lab);
  const submission::Build reference = build(setup, lab, inputs, app::reference_file(setup.course(), lab));
  if (!is_built(reference)) throw std::runtime_error(lab.name + ": the solution does not build");
  const submission::Build changed = build(setup, lab, inputs, file);
  if (!is_built(changed)) return "it does not compile for every type of elements";
  Workers solution(lab, setup.programs().worker, reference.objects),
      other(lab, setup.programs().worker, changed.objects);
  std::string found;
  for (const Input& input : inputs) {
    found = difference_in(input, solution, other, lab.on_host() ? wire::Memory::host : wire::Memory::device);
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace mergelab::mutants
