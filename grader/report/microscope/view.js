// What a page shows of its lab's kind. The page's scripts ask `trace.view`: of a lab without a kit a View, which shows
// what any function has; a kit registers its own, by the name that its traces have.
//
// Values can say where they come from: an origin is the number of the cell that held one at first, -1 if that is unknown.

const kViews = new Map();

class View {
  constructor(trace) {
    this.trace = trace;
    this.page_name = 'microscope';
    this.tracked = []; // the arrays whose elements are origins
    this.phase_columns = []; // more columns in the table of stretches: head, and the cell of a phase
  }

  /// The origin that belongs in an element, where equal values leave it open.
  wanted_origin(array, index) {}

  /// The run can be replayed and told now. A kit draws its picture and shows it.
  begin(replay, story) {
    this.replay = replay;
    this.story = story;
  }
  /// Shows the state after request r, before the arrays do; r is -1 before the first.
  show(state, r) {}

  /// What is said below the title, and whether it is good.
  message() {
    return {text: this.trace.message, is_good: false};
  }
  /// More words of a step, each sentence after a space.
  step_words(r) {
    return '';
  }
  /// What a stretch between barriers does, in pieces, besides its accesses; and what has been done by its end.
  phase_words(phase) {
    return [];
  }
  phase_note(phase) {
    return '';
  }

  /// Classes of a cell, each after a space: of one that begins a part of its array, and of what it holds after a step.
  start_look(array, index) {
    return '';
  }
  cell_look(array, index, value, origin, ended) {
    return '';
  }

  /// The last writes to the elements next to the first wrong one, which nothing wrote.
  writes_beside(index) {
    return [];
  }
  outputs_table() {
    return outputs_table(this.trace, this.replay, this.story);
  }
}
