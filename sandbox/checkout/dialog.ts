import { sandboxCopy } from '#copy/sandbox.ts';
import { styles } from './styles.ts';

export type Method = keyof typeof sandboxCopy.methods;

export interface CheckoutDialog {
  showAmount(paise: number, currency: string): void;
  showBusy(isBusy: boolean): void;
  /** A try failed; without another try only Close remains. */
  showFailure(description: string, canRetry: boolean): void;
  /** The order cannot be paid at all. */
  showProblem(description: string): void;
  showPaid(): void;
  askToLeave(): void;
  remove(): void;
}

interface DialogOptions {
  name: string;
  description: string;
  image: string | undefined;
  email: string;
  orderId: string;
  color: string | undefined;
  canEscape: boolean;
  canClickAway: boolean;
  onPay: (method: Method) => void;
  onFail: (method: Method) => void;
  onClose: () => void;
  onLeaveConfirmed: () => void;
}

const METHOD_ICONS: Record<Method, string[]> = {
  upi: ['M7 3h10v18H7z', 'M11 18h2'],
  card: ['M3 6h18v12H3z', 'M3 10h18'],
  netbanking: ['M4 10 12 4l8 6', 'M6 10v8M12 10v8M18 10v8M4 20h16'],
};

/** Draws the payment dialog above everything, in a shadow tree of its own, and opens it. */
export function createCheckoutDialog(options: DialogOptions): CheckoutDialog {
  const host = element('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];

  const amount = element('p', { class: 'amount' }, sandboxCopy.loading);
  const alert = element('div', { class: 'alert', role: 'alert', hidden: '' });
  const pay = element('button', { type: 'button', class: 'pay' }, sandboxCopy.pay(''));
  const fail = element('button', { type: 'button', class: 'fail' }, sandboxCopy.fail);
  const close = element('button', { type: 'button', class: 'close' }, sandboxCopy.close);
  const actions = element('div', { class: 'actions' }, pay, element('div', { class: 'others' }, fail, close));
  const methods = drawMethods();
  const body = element('div', { class: 'body' }, drawSummary(options, amount), methods, alert, actions);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-describedby': 'ribbon' },
    element('p', { class: 'ribbon', id: 'ribbon' }, sandboxCopy.ribbon),
    drawHeader(options),
    body,
    element('p', { class: 'order' }, `${sandboxCopy.order} `, element('span', {}, options.orderId)),
  );
  if (options.color && CSS.supports('color', options.color)) {
    dialog.style.setProperty('--accent', options.color);
    dialog.style.setProperty('--on-accent', isDark(options.color) ? '#fff' : '#1c1917');
  }
  root.append(dialog);

  const ready = (isReady: boolean) => {
    for (const button of [pay, fail]) button.setAttribute('aria-disabled', String(!isReady));
  };
  const whenReady = (button: HTMLButtonElement, act: () => void) =>
    button.addEventListener('click', () => {
      if (button.getAttribute('aria-disabled') !== 'true') act();
    });
  let payLabel = '';

  ready(false);
  whenReady(pay, () => options.onPay(chosenMethod(methods)));
  whenReady(fail, () => options.onFail(chosenMethod(methods)));
  whenReady(close, options.onClose);
  dialog.addEventListener('click', (event) => {
    if (options.canClickAway && event.target === dialog && !isInside(dialog, event)) options.onClose();
  });
  const pressEscape = (event: Event) => {
    event.preventDefault();
    if (options.canEscape) options.onClose();
  };
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') pressEscape(event);
  });
  dialog.addEventListener('cancel', pressEscape);
  document.body.append(host);
  dialog.showModal();
  pay.focus({ preventScroll: true });

  return {
    showAmount(paise, currency) {
      const formatted = new Intl.NumberFormat('en-IN', {
        style: 'currency',
        currency,
        trailingZeroDisplay: 'stripIfInteger',
      }).format(paise / 100);
      amount.textContent = formatted;
      payLabel = sandboxCopy.pay(formatted);
      pay.textContent = payLabel;
      ready(true);
    },
    showBusy(isBusy) {
      ready(!isBusy);
      close.setAttribute('aria-disabled', String(isBusy));
      pay.textContent = isBusy ? sandboxCopy.paying : payLabel;
      if (isBusy) alert.hidden = true;
    },
    showFailure(description, canRetry) {
      alert.replaceChildren(
        element('strong', {}, sandboxCopy.failedTitle),
        element('span', {}, `${description}${canRetry ? ` ${sandboxCopy.failedHint}` : ''}`),
      );
      alert.hidden = false;
      if (!canRetry) leaveOnlyClose();
    },
    showProblem(description) {
      amount.textContent = '';
      alert.replaceChildren(element('span', {}, description));
      alert.hidden = false;
      leaveOnlyClose();
    },
    showPaid() {
      body.replaceChildren(
        element(
          'div',
          { class: 'paid', role: 'status' },
          element('div', { class: 'tick' }, icon('M5 12.5 10 17.5 19 7.5')),
          element('strong', {}, sandboxCopy.paid),
          element('span', {}, sandboxCopy.paidDetail),
        ),
      );
    },
    askToLeave() {
      const stay = element('button', { type: 'button', class: 'pay' }, sandboxCopy.stay);
      const leave = element('button', { type: 'button', class: 'close' }, sandboxCopy.leave);
      const question = element(
        'div',
        { class: 'question', role: 'group', 'aria-labelledby': 'leave-title' },
        element('strong', { id: 'leave-title' }, sandboxCopy.leaveTitle),
        element('span', {}, sandboxCopy.leaveHint),
        element('div', { class: 'others' }, leave, stay),
      );
      stay.addEventListener('click', () => {
        question.replaceWith(actions);
        pay.focus();
      });
      leave.addEventListener('click', options.onLeaveConfirmed);
      alert.hidden = true;
      actions.replaceWith(question);
      stay.focus();
    },
    remove() {
      dialog.close();
      host.remove();
    },
  };

  function leaveOnlyClose(): void {
    pay.remove();
    fail.remove();
    methods.remove();
    close.focus();
  }
}

function drawHeader({ name, description, image }: DialogOptions): HTMLElement {
  const mark = image
    ? element('img', { src: image, alt: '', width: '44', height: '44' })
    : element('span', { class: 'mark', 'aria-hidden': 'true' });
  return element(
    // A header element here would count as a second banner of the product's page.
    'div',
    { class: 'header' },
    mark,
    element(
      'div',
      {},
      element('h2', { id: 'title' }, sandboxCopy.payTo(name)),
      description ? element('p', {}, description) : undefined,
    ),
  );
}

function drawSummary({ email }: DialogOptions, amount: HTMLElement): HTMLElement {
  return element(
    'div',
    { class: 'summary' },
    element('p', { class: 'label' }, sandboxCopy.amount),
    amount,
    email ? element('p', { class: 'receipt' }, `${sandboxCopy.receiptTo} ${email}`) : undefined,
  );
}

function drawMethods(): HTMLElement {
  const rows = (Object.keys(sandboxCopy.methods) as Method[]).map((method, index) => {
    const { name, hint } = sandboxCopy.methods[method];
    const radio = element('input', { type: 'radio', name: 'method', value: method });
    radio.checked = index === 0;
    return element(
      'label',
      {},
      radio,
      icon(...METHOD_ICONS[method]),
      element('span', { class: 'method' }, name),
      element('span', { class: 'hint' }, hint),
    );
  });
  return element('fieldset', {}, element('legend', {}, sandboxCopy.methodsTitle), ...rows);
}

function chosenMethod(methods: HTMLElement): Method {
  return (methods.querySelector<HTMLInputElement>('input:checked')?.value ?? 'upi') as Method;
}

function isInside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

type Child = Node | string | undefined;

/** Makes an element; `class` and ARIA attributes go by their HTML names. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Makes a 24 px line drawing from path data. Decoration: hidden from assistive technology. */
export function icon(...paths: string[]): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const d of paths) {
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

/** Whether white text reads better on this hexadecimal colour than near-black does; other notations count as light. */
export function isDark(color: string): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (!hex) return false;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
