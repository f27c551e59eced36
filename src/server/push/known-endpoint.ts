// The addresses to which a push may be sent (default 9): the push services of the browsers, over
// https on port 443. An address is checked when a subscription is saved and again when it is used,
// so that no client can make the server call an address of the client's choice.

const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
];

export function isKnownPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, hostname, username, password } = new URL(endpoint);
  const plain = protocol === 'https:' && port === '' && username === '' && password === '';
  return plain && HOSTS.some((host) => host.test(hostname));
}
