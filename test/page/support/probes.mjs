/** Functions that run in the page and report what a person would see. Each stands alone: it is sent as text. */

/** Text whose contrast to its ground is below `least`, as readable lines. Flat colours only, which the page keeps to. */
export function lowContrast(least) {
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((parse(colour)[3] ?? 1) > 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const findings = [];
  const check = (element, colour, text) => {
    const ground = groundOf(element);
    const [light, dark] = [luminance(parse(colour)), luminance(parse(ground))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < least) findings.push(`${ratio.toFixed(2)} ${colour} on ${ground}: ${text.trim().slice(0, 40)}`);
  };
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    const own = Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join('');
    if (own.trim() !== '' && style.visibility !== 'hidden') check(element, style.color, own);
    if (element.placeholder) check(element, getComputedStyle(element, '::placeholder').color, element.placeholder);
  }
  return findings;
}

/** Elements with a shadow, a gradient or picture behind them, an animation or a transition. */
export function decorated() {
  return Array.from(document.querySelectorAll('*')).flatMap((element) => {
    const style = getComputedStyle(element);
    const still = style.animationName === 'none' && style.transitionDuration.split(', ').every((time) => time === '0s');
    const flat = style.boxShadow === 'none' && style.textShadow === 'none' && style.backgroundImage === 'none';
    return still && flat ? [] : [`${element.tagName.toLowerCase()}.${element.className}`];
  });
}

/** Elements that stick out of the page to the side, other than what is clipped by a box that scrolls inside itself. */
export function sticksOut() {
  const width = document.documentElement.clientWidth;
  const findings = document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  const messages = document.querySelector('section[aria-label="Messages"]');
  if (messages.scrollWidth > messages.clientWidth) findings.push(`the messages are ${messages.scrollWidth} px wide`);
  for (const element of document.querySelectorAll('.scroll-box, p, button, textarea, input, details, table, li > div')) {
    const { right, width: own } = element.getBoundingClientRect();
    const scrolled = element.parentElement.closest('.scroll-box');
    if (own > 1 && right > width + 0.5 && scrolled === null) findings.push(`${element.tagName}: ${element.textContent.slice(0, 40)}`);
  }
  return findings;
}

/** Buttons, inputs and summaries that are lower than `least` pixels, apart from what no finger ever meets. */
export function smallTargets(least) {
  return Array.from(document.querySelectorAll('button, textarea, select, summary, input:not([type="checkbox"]), label:has(input)')).flatMap((element) => {
    const { height } = element.getBoundingClientRect();
    return height > 0 && height < least ? [`${height} px: ${element.getAttribute('aria-label') ?? element.textContent}`] : [];
  });
}

/** Controls without an accessible name. */
export function namelessControls() {
  return Array.from(document.querySelectorAll('button, a, textarea, select, input:not([hidden], [disabled]), summary')).flatMap((element) => {
    const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent;
    return name.trim() === '' ? [element.outerHTML.slice(0, 80)] : [];
  });
}

/** What has the focus, in a word: its accessible label or its text. */
export function focusedName() {
  const element = document.activeElement;
  if (element === null || element === document.body) return '';
  return element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
}

/** Whether the focus can be seen: an outline that is there and stands out. */
export function focusIsVisible() {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
}
