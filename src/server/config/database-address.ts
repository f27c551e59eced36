// DATABASE_URL, which may name several hosts, as PostgreSQL's own programs read it:
// `postgres://user:password@one:5432,two:5432/malote`.

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/** One address for each host; empty when the text is no address. */
export function addressesIn(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(databaseUrl) ?? [];
  const addresses = hosts.split(',').map((host) => `${before}${host}${after}`);
  return before !== '' && addresses.every((one) => URL.canParse(one)) ? addresses : [];
}

/** The hosts and the database of a DATABASE_URL, without user and password. */
export function placeIn(databaseUrl: string): string {
  const addresses = addressesIn(databaseUrl).map((one) => new URL(one));
  return `${addresses.map(({ host }) => host).join(',')}${addresses[0]?.pathname ?? ''}`;
}
