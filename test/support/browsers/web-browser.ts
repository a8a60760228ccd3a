import { existsSync, mkdirSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';

const OUTPUT = new URL('../../.output/', import.meta.url).pathname;
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const WINDOW = { viewport: { width: 1400, height: 900 } };

/** What PUBLIC_URL is where nothing else is set. */
export const PUBLIC_URL = 'http://localhost:3000';

/** Chromium itself. @param url where an application listens whose pages are at {@link PUBLIC_URL} */
export const startChromium = (url?: string): Promise<Browser> => chromium.launch(chromiumFor(url));

/** How to start it. @param url where an application listens whose pages are at {@link PUBLIC_URL} */
export function chromiumFor(url?: string): { readonly executablePath: string; readonly args: string[] } {
  const executablePath = process.env.CHROMIUM ?? PROGRAMS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM to the path of a browser.');
  const place = url === undefined ? [] : [`--host-resolver-rules=MAP localhost:3000 ${new URL(url).host}`];
  return { executablePath, args: [...FLAGS, ...place] };
}

export interface Watched {
  /** Errors of pages, and what their policy has kept from them. */
  readonly faults: string[];
  /** Requests to anywhere else. */
  readonly foreign: string[];
}

export function watch(page: Page, origin = PUBLIC_URL): Watched {
  const watched: Watched = { faults: [], foreign: [] };
  page.on('pageerror', (error) => watched.faults.push(error.message));
  page.on('console', (message) => {
    // Chromium tells of every refused request too, which pages show by themselves.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) watched.faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) watched.foreign.push(url);
  });
  return watched;
}

/** Of the requests that a page makes meanwhile, the paths of those to the API and for its token. */
export async function pathsAskedFor(page: Page, work: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: Request): void => {
    const { pathname } = new URL(request.url());
    if (/^\/(v1|app\/session)\//.test(pathname)) paths.push(pathname);
  };
  page.on('request', note);
  await work();
  page.off('request', note);
  return paths;
}

/** Waits until the one field that was not accepted says so, and has the focus. */
export async function untilMarked(page: Page, label: string): Promise<void> {
  await page.getByRole('alert').getByText('see what is marked').waitFor();
  await page.locator('[aria-invalid="true"]:focus').and(page.getByLabel(label)).waitFor();
}

/** The folder into which screenshots go. */
export function outputFolder(): string {
  mkdirSync(OUTPUT, { recursive: true });
  return OUTPUT;
}

export interface WatchedPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly watched: Watched;
}

const tellViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('The policy forbids', event.violatedDirective, event.blockedURI, event.sourceFile));`;

/** A user of their own, whose pages note what goes wrong. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ...WINDOW, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: PUBLIC_URL });
  await context.addInitScript({ content: tellViolations });
  const page = await context.newPage();
  return { context, page, watched: watch(page) };
}
