import { commonPasswords } from './passwords-common.ts'

/** The floor; an institution can ask for more, never for less. */
export const PASSWORD_MIN = 6
/** What an institution asks for unless it says otherwise. */
export const PASSWORD_MIN_DEFAULT = 8
/** Hashing costs time: the schemas cap what is sent at all. */
export const PASSWORD_MAX = 128

export type PasswordProblem = 'PASSWORD_RULE' | 'PASSWORD_COMMON' | 'PASSWORD_MISMATCH'

export interface PasswordRuleParts {
  length: boolean
  letters: boolean
  digits: boolean
}

/** Part by part, for the screen that ticks them off while one types. */
export function passwordParts(typed: string, min = PASSWORD_MIN): PasswordRuleParts {
  const password = typed.normalize('NFKC')
  return {
    length: [...password].length >= Math.max(min, PASSWORD_MIN),
    letters: /[A-Za-z]/.test(password),
    digits: /[0-9]/.test(password),
  }
}

/** Is it, apart from case and marks at its end, among those tried first? */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[!@#$%^&*.?_-]+$/, ''))
}

const latin = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
/**
 * A name with digits and marks around it is the name: `Riverside2026!` of the Riverside Clinic. Words of fewer than four
 * letters are in too many good passwords.
 */
export function isNamed(password: string, names: readonly string[]): boolean {
  const bare = latin(password)
  return names
    .flatMap((name) => [latin(name), ...name.split(/[^A-Za-z]+/).map(latin)])
    .some((word) => word.length >= 4 && word === bare)
}

/** Codes of the error catalogue, in the order the screen shows them; empty when it may be used. */
export function passwordProblems(
  typed: string,
  options: { min?: number; repeat?: string; names?: readonly string[] } = {},
): PasswordProblem[] {
  // Judged as it is hashed: a full-width digit is a digit.
  const password = typed.normalize('NFKC')
  const problems: PasswordProblem[] = []
  if (!Object.values(passwordParts(password, options.min)).every(Boolean)) problems.push('PASSWORD_RULE')
  else if (isCommonPassword(password) || isNamed(password, options.names ?? [])) problems.push('PASSWORD_COMMON')
  if (options.repeat !== undefined && options.repeat.normalize('NFKC') !== password) problems.push('PASSWORD_MISMATCH')
  return problems
}
