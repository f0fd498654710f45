import { html } from 'hono/html';
import { sandboxCopy as copy } from '#copy/office/sandbox.ts';

/** The text of dialog.css, which the bundler puts in. */
declare const DIALOG_CSS: string;

export type Method = keyof typeof copy.methods;

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
const METHODS = Object.keys(METHOD_ICONS) as Method[];

/** Draws the payment dialog above everything, in a shadow tree of its own, and opens it. */
export function createCheckoutDialog(options: DialogOptions): CheckoutDialog {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(DIALOG_CSS);
  root.adoptedStyleSheets = [sheet];

  const dialog = draw<HTMLDialogElement>(dialogMarkup(options));
  const find = <E extends HTMLElement>(selector: string) => dialog.querySelector(selector) as E;
  const [amount, body, methods] = [find('.amount'), find('.body'), find('fieldset')];
  const [alert, actions] = [find('.alert'), find('.actions')];
  const [pay, fail, close] = [find('.pay'), find('.fail'), find('.close')];
  if (options.color && CSS.supports('color', options.color)) {
    dialog.style.setProperty('--accent', options.color);
    dialog.style.setProperty('--on-accent', isDark(options.color) ? '#fff' : '#1c1917');
  }
  root.append(dialog);

  const ready = (isReady: boolean) => {
    for (const button of [pay, fail]) button.setAttribute('aria-disabled', String(!isReady));
  };
  const whenReady = (button: HTMLElement, act: () => void) =>
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
      payLabel = copy.pay(formatted);
      pay.textContent = payLabel;
      ready(true);
    },
    showBusy(isBusy) {
      ready(!isBusy);
      close.setAttribute('aria-disabled', String(isBusy));
      pay.textContent = isBusy ? copy.paying : payLabel;
      if (isBusy) alert.hidden = true;
    },
    showFailure(description, canRetry) {
      const sentence = `${description}${canRetry ? ` ${copy.failedHint}` : ''}`;
      alert.innerHTML = String(html`<strong>${copy.failedTitle}</strong><span>${sentence}</span>`);
      alert.hidden = false;
      if (!canRetry) leaveOnlyClose();
    },
    showProblem(description) {
      amount.textContent = '';
      alert.innerHTML = String(html`<span>${description}</span>`);
      alert.hidden = false;
      leaveOnlyClose();
    },
    showPaid() {
      body.innerHTML = String(html`<div class="paid" role="status">
        <div class="tick">${icon('M5 12.5 10 17.5 19 7.5')}</div>
        <strong>${copy.paid}</strong><span>${copy.paidDetail}</span>
      </div>`);
    },
    askToLeave() {
      const question = draw(html`<div class="question" role="group" aria-labelledby="leave-title">
        <strong id="leave-title">${copy.leaveTitle}</strong><span>${copy.leaveHint}</span>
        <div class="others">
          <button type="button" class="close">${copy.leave}</button>
          <button type="button" class="pay">${copy.stay}</button>
        </div>
      </div>`);
      const stay = question.querySelector('.pay') as HTMLElement;
      stay.addEventListener('click', () => {
        question.replaceWith(actions);
        pay.focus();
      });
      question.querySelector('.close')?.addEventListener('click', options.onLeaveConfirmed);
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

type Markup = ReturnType<typeof html>;

// A header element here would count as a second banner of the product's page.
function dialogMarkup({ name, description, image, email, orderId }: DialogOptions): Markup {
  const mark = image
    ? html`<img src="${image}" alt="" width="44" height="44" />`
    : html`<span class="mark" aria-hidden="true"></span>`;
  return html`<dialog aria-labelledby="title" aria-describedby="ribbon">
    <p class="ribbon" id="ribbon">${copy.ribbon}</p>
    <div class="header">
      ${mark}
      <div><h2 id="title">${copy.payTo(name)}</h2>${description ? html`<p>${description}</p>` : ''}</div>
    </div>
    <div class="body">
      <div class="summary">
        <p class="label">${copy.amount}</p>
        <p class="amount">${copy.loading}</p>
        ${email ? html`<p class="receipt">${copy.receiptTo} ${email}</p>` : ''}
      </div>
      <fieldset><legend>${copy.methodsTitle}</legend>${METHODS.map(methodMarkup)}</fieldset>
      <div class="alert" role="alert" hidden></div>
      <div class="actions">
        <button type="button" class="pay">${copy.pay('')}</button>
        <div class="others">
          <button type="button" class="fail">${copy.fail}</button>
          <button type="button" class="close">${copy.close}</button>
        </div>
      </div>
    </div>
    <p class="order">${copy.order} <span>${orderId}</span></p>
  </dialog>`;
}

function methodMarkup(method: Method, index: number): Markup {
  const { name, hint } = copy.methods[method];
  return html`<label>
    <input type="radio" name="method" value="${method}" ${index === 0 ? 'checked' : ''} />
    ${icon(...METHOD_ICONS[method])}
    <span class="method">${name}</span><span class="hint">${hint}</span>
  </label>`;
}

/** A 24 px line drawing from path data. Decoration: hidden from assistive technology. */
function icon(...paths: string[]): Markup {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${paths.map((d) => html`<path d="${d}"></path>`)}</svg>`;
}

function draw<E extends HTMLElement>(markup: Markup): E {
  const template = document.createElement('template');
  template.innerHTML = String(markup);
  return template.content.firstElementChild as E;
}

function chosenMethod(methods: HTMLElement): Method {
  return (methods.querySelector<HTMLInputElement>('input:checked')?.value ?? 'upi') as Method;
}

function isInside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/** Whether white text reads better on this hexadecimal colour than near-black does; other notations count as light. */
function isDark(color: string): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (!hex) return false;
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
