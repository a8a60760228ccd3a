/** The address of the pages, such as `https://planning.example.com/app/`: the server says it in the index. */
const pages = new URL(document.baseURI);

/** Without a slash at its end. */
export const pagesPath = pages.pathname.replace(/\/$/, '');

const OUTSIDE = ['/sign-in', '/welcome'];

/** Whether a page is for who is signed in. @param path below {@link pagesPath} */
export const isInside = (path: string): boolean => !OUTSIDE.includes(path);

/** Where `/v1` lies. Without a slash at its end. */
export const apiAddress = new URL('..', pages).href.replace(/\/$/, '');

export const sessionAddress = (path: string): string => new URL(`session${path && `/${path}`}`, pages).href;

export const programVersion = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? '';
