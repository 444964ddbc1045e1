/**
 * Passwords out of published breaches (the zxcvbn list: 49,233, of which 10,957 have letters, digits and six characters).
 * Eight megabytes that nobody needs before a password is set: they come with the first one.
 */
let list: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Capitals aside, is it in the list: as it stands, or without the marks at its end? */
export async function isBreached(password: string): Promise<boolean> {
  list ??= load()
  const known = await list
  const lower = password.toLowerCase()
  return known.has(lower) || known.has(lower.replace(/[!@#$%^&*.?_-]+$/, ''))
}
