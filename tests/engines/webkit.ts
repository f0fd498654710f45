import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';
import { eventually } from '#tests/kit/app-client.ts';
import { findFreePort } from '#tests/kit/host.ts';
import { type EngineKind, type EngineWindow, PATIENCE_MS } from './engine.ts';
import { findFile, findProgram } from './find-program.ts';
import { look, wanted } from './look.ts';

const PROGRAMS = ['WebKitWebDriver', 'Xvfb', 'openbox', 'dbus-run-session'];
const BROWSERS = ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/libexec/webkit2gtk-4.1/MiniBrowser'];
/** Nothing has the focus without a manager of windows; borders would take of their width. */
const OPENBOX =
  '<openbox_config xmlns="http://openbox.org/3.4/rc"><applications><application class="*"><decor>no</decor>' +
  '</application></applications></openbox_config>';
/** The narrowest window of its own. */
const NARROWEST = 600;

/** WebKitGTK, which shares its layout and its script with Safari, on a screen that nobody sees. */
export const webkitKind: EngineKind = {
  name: 'webkit',
  packages:
    'webkit2gtk-driver xvfb xauth dbus-x11 openbox fonts-dejavu-core gstreamer1.0-plugins-good ' +
    'gstreamer1.0-plugins-bad gstreamer1.0-libav',
  missing: () => [...PROGRAMS.filter((name) => !findProgram(name)), ...(findFile(...BROWSERS) ? [] : ['MiniBrowser'])],
  async start() {
    const home = mkdtempSync(path.join(tmpdir(), 'point-0-webkit-'));
    writeFileSync(path.join(home, 'openbox.xml'), OPENBOX);
    const processes: ChildProcess[] = [];
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'Asia/Kolkata', HOME: home };
    const run = (program: string, args: string[]) => {
      // A group of its own, so that what it starts ends with it.
      const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
      processes.push(child);
      return child;
    };
    const end = () => {
      for (const { pid } of processes.splice(0).toReversed()) {
        try {
          if (pid) process.kill(-pid, 'SIGTERM');
        } catch {
          // It has ended by itself.
        }
      }
    };
    process.once('exit', end);
    const display = await new Promise<string>((resolve, reject) => {
      const screen = run('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']);
      screen.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
      screen.once('error', reject);
      screen.once('exit', () => reject(new Error('Xvfb ended')));
    });
    env.DISPLAY = display;
    run('openbox', ['--config-file', path.join(home, 'openbox.xml')]);
    const port = await findFreePort();
    run('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`]);
    await eventually(() => fetch(`http://127.0.0.1:${port}/status`), PATIENCE_MS);
    const server = `http://127.0.0.1:${port}`;
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: findFile(...BROWSERS), args: ['--automation'] },
    });
    const open = () => new Builder().usingServer(server).withCapabilities(capabilities).build();
    const first = await open();
    const version = (await first.getCapabilities()).getBrowserVersion() ?? '';
    await first.quit();
    return {
      version,
      async openWindow(size) {
        const driver = await open();
        await driver.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: 3 * PATIENCE_MS });
        if (size.width < NARROWEST) await openPopup(driver, size);
        else
          await driver
            .manage()
            .window()
            .setRect({ x: 0, y: 0, ...size });
        return windowOf(driver);
      },
      async close() {
        end();
        // A program that ends may still have a file system of its own mounted in it.
        await eventually(async () => rmSync(home, { recursive: true, force: true }), PATIENCE_MS);
      },
    };
  },
};

/** A window of its own is never as narrow as a phone; one that a page opens is. */
async function openPopup(driver: WebDriver, { width, height }: { width: number; height: number }): Promise<void> {
  const opener = `<button onclick="open('about:blank','','popup,width=${width},height=${height}')">Open</button>`;
  await driver.get(`data:text/html,${encodeURIComponent(opener)}`);
  const first = await driver.getWindowHandle();
  await driver.findElement({ css: 'button' }).click();
  const handle = await eventually(async () => {
    const second = (await driver.getAllWindowHandles()).find((one) => one !== first);
    if (!second) throw new Error('the small window did not open');
    return second;
  }, PATIENCE_MS);
  await driver.switchTo().window(handle);
}

function windowOf(driver: WebDriver): EngineWindow {
  const seen = (target: Parameters<EngineWindow['press']>[0]) =>
    driver.executeScript<WebElement | null>(`return (${look})(arguments[0])`, wanted(target));
  const find = (target: Parameters<EngineWindow['press']>[0]) =>
    eventually(async () => {
      const element = await seen(target);
      if (!element) throw new Error(`no ${target.role} ${target.name} on ${await driver.getCurrentUrl()}`);
      return element;
    }, PATIENCE_MS);
  return {
    open: (address) => driver.get(address),
    address: () => driver.getCurrentUrl(),
    press: (target) =>
      eventually(async () => {
        const element = await find(target);
        // The driver itself does not scroll in a window that a page has opened.
        await driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
        await element.click().catch((error: Error) => {
          throw new Error(`${target.role} ${target.name} cannot be pressed: ${error.name} ${error.message}`);
        });
      }, PATIENCE_MS),
    type: async (target, text) => (await find(target)).sendKeys(text),
    sees: async (target) => (await seen(target)) !== null,
    async run(script, parameter) {
      const call = `const [parameter, done] = arguments;
        Promise.resolve().then(() => (${script})(parameter)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await driver.executeAsyncScript<{ value: never; error?: string }>(call, parameter);
      if (error) throw new Error(error);
      return value;
    },
    takePicture: async (file) => writeFile(file, await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  };
}
