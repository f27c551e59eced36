const NAME = 'XSRF-TOKEN';

type CookieStore = { get(name: string): Promise<{ readonly value?: string } | null> };

/**
 * The CSRF token in the browser's cookie; null without one. Only a server with the product's own
 * calls alone gives the token in the cookie and nowhere else (S106). A worker has no document and
 * reads the cookie store, which not every browser has.
 */
export async function tokenInCookie(): Promise<string | null> {
  const { document, cookieStore } = globalThis as { document?: { cookie: string }; cookieStore?: CookieStore };
  const cookie = document?.cookie.split('; ').find((one) => one.startsWith(`${NAME}=`));
  const value = document ? cookie?.slice(NAME.length + 1) : (await cookieStore?.get(NAME))?.value;
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
