// The current warp request: the sectors of global memory that it moves, or the banks of shared memory that it meets.

const kBanks = 32;
const kBankBytes = 4;

function show_request(holder, trace, replay, story, r) {
  holder.replaceChildren();
  if (r < 0) {
    holder.append(element('p', {}, 'Nothing has happened yet: “Next step” shows the first access.'));
    return;
  }
  if (story.is_return(r)) {
    holder.append(element('p', {}, story.step(r)));
    return;
  }
  const array = story.array(r);
  const events = [];
  for (let e = replay.requests.first[r]; e < replay.requests.first[r + 1]; ++e) events.push(e);
  const place = story.place(r);
  const facts = [
    [
      'what',
      `${{r: 'read', w: 'write', a: 'atomic'}[replay.requests.kind[r]]} of ${array.name}, ${array.space} memory`,
    ],
    ['where', `${story.where(place)}${place?.function ? `, in ${place.function}` : ''}`],
  ];
  if (!story.on_host) {
    facts.push([
      'who',
      `block ${replay.requests.block[r]}, warp ${replay.requests.warp[r]}, ${story.threads(story.lanes(r))}`,
    ]);
  }
  if (array.space === 'global') {
    const moved = replay.requests.sectors[r] * kSectorBytes;
    const used = new Set(story.indices(r)).size * array.element_bytes;
    facts.push([
      'sectors',
      `${replay.requests.sectors[r]} of 32 bytes: ${moved} bytes move, ${used} are asked for`,
    ]);
  }
  if (array.space === 'shared') facts.push(['turns', story.turn_words(r)]);
  holder.append(
    element(
      'dl',
      {class: 'facts'},
      ...facts.flatMap(([name, words]) => [element('dt', {}, name), element('dd', {}, words)]),
    ),
  );
  if (array.space === 'global') holder.append(sector_picture(array, replay, events));
  if (array.space === 'shared') holder.append(bank_picture(array, replay, events, replay.requests.turns[r]));
}

/// One row of boxes for each sector: the elements that lanes ask for have a lane's number.
function sector_picture(array, replay, events) {
  const each = Math.max(1, Math.floor(kSectorBytes / array.element_bytes));
  const sectors = new Map();
  for (const e of events) {
    const index = replay.events.index[e];
    const sector = Math.floor(index / each);
    if (!sectors.has(sector)) sectors.set(sector, new Map());
    const lanes = sectors.get(sector);
    lanes.set(index % each, [...(lanes.get(index % each) ?? []), replay.events.lane[e]]);
  }
  const picture = element('div', {class: 'sectors', 'aria-hidden': 'true'});
  for (const [sector, lanes] of [...sectors].sort((x, y) => x[0] - y[0])) {
    const boxes = element('div', {class: 'sector'});
    for (let at = 0; at < each; ++at) boxes.append(box_of(lanes.get(at), 'used'));
    picture.append(
      element(
        'div',
        {},
        element('small', {}, `${array.name}[${sector * each}..${sector * each + each - 1}]`),
        boxes,
      ),
    );
  }
  return element(
    'figure',
    {},
    picture,
    element('figcaption', {class: 'quiet'}, 'Each box row is a sector; the numbers are threads.'),
  );
}

/// The lanes that use an element or a word, undefined for none.
function box_of(lanes, look) {
  if (!lanes) return element('span');
  return element('span', {class: look}, lanes.length === 1 ? String(lanes[0]) : `×${lanes.length}`);
}

/// 32 columns of banks; the lanes' accesses to one bank are rows, which take a turn each.
function bank_picture(array, replay, events, turns) {
  const words = new Map();
  for (const e of events) {
    const word = Math.floor(((array.offset ?? 0) + replay.events.index[e] * array.element_bytes) / kBankBytes);
    if (!words.has(word)) words.set(word, []);
    words.get(word).push(replay.events.lane[e]);
  }
  const banks = Array.from({length: kBanks}, () => []);
  for (const [word, lanes] of [...words].sort((x, y) => x[0] - y[0]))
    banks[((word % kBanks) + kBanks) % kBanks].push(lanes);
  const rows = Math.max(1, ...banks.map((bank) => bank.length));
  const picture = element('div', {class: 'bank-picture', 'aria-hidden': 'true'});
  for (let row = 0; row < rows; ++row) {
    for (let bank = 0; bank < kBanks; ++bank) {
      picture.append(box_of(banks[bank][row], row > 0 ? 'used again' : 'used'));
    }
  }
  const caption =
    rows === turns || turns === 0
      ? 'Columns are the 32 banks, rows are turns; the numbers are threads, ×n threads that share one word.'
      : `Columns are the 32 banks; the numbers are threads. The engine counted ${turns} turns.`;
  return element(
    'figure',
    {},
    element('div', {class: 'bank-box'}, picture),
    element('figcaption', {class: 'quiet'}, caption),
  );
}
