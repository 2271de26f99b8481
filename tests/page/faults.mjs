// What is wrong with the texts of a step, as a reader sees them: cut, on one another, or too faint.

/// Runs in the page.
export function faults_of_text() {
  const faults = [];
  const text = document.body.innerText + [...document.querySelectorAll('.cell')].map((cell) => getComputedStyle(cell, '::after').content).join('');
  const emoji = /\p{Emoji_Presentation}/u.exec(text);
  if (emoji) faults.push(`${emoji[0]} is drawn as a coloured picture`);
  for (const box of document.querySelectorAll('.bank-picture span, .sector span'))
    if (box.scrollWidth > box.clientWidth) faults.push(`"${box.textContent}" is cut`);
  const gap = document.querySelector('.controls').getBoundingClientRect().top - document.getElementById('now').getBoundingClientRect().top;
  const range = document.createRange();
  range.selectNodeContents(document.getElementById('now'));
  if (gap - range.getBoundingClientRect().height < 4) faults.push('the words of the step touch the buttons');
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const light = (colour) =>
    parts(colour)
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const card = getComputedStyle(document.querySelector('.card')).backgroundColor;
  for (const cell of document.querySelectorAll('.cell')) {
    const [key, tag] = cell.children;
    const style = getComputedStyle(tag);
    // A line's height that fonts decide differs from browser to browser.
    if (!style.lineHeight.endsWith('px') || style.lineHeight === 'normal') faults.push(`"${tag.textContent}" has a height of its font`);
    if (tag.textContent && tag.getBoundingClientRect().top < key.getBoundingClientRect().bottom)
      faults.push(`"${tag.textContent}" touches "${key.textContent}"`);
    const own = getComputedStyle(cell).backgroundColor;
    const ground = light(parts(own)[3] === 0 ? card : own);
    for (const [what, look] of [['index', getComputedStyle(cell, '::before')], ['key', getComputedStyle(key)]]) {
      const ink = light(look.color);
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      if (contrast < 4.5) faults.push(`the ${what} of ${cell.className} has a contrast of ${contrast.toFixed(1)}`);
    }
  }
  return [...new Set(faults)];
}
