import { idNumber, isMobile, normaliseId, normaliseMobile } from '../core/identity.ts'
import type { LoginType } from '../core/login-types.ts'

export const LOGIN_TRIES = 5
export const LOGIN_LOCK_MS = 15 * 60_000
/** `WRONG_PASSWORD` tells the tries left from this wrong password on. */
export const TRIES_LEFT_FROM = 3
export const ACCESS_TOKEN_MS = 15 * 60_000
export const REFRESH_MS = 12 * 3_600_000
export const REFRESH_REMEMBERED_MS = 30 * 86_400_000
/** A refresh whose answer was lost may be asked once more with the same token, as long as the new one is unused. */
export const REFRESH_RETRY_MS = 10_000
/** Sign-ins from one address: this many in this time, right or wrong. */
export const ADDRESS_TRIES = 50
export const ADDRESS_WINDOW_MS = 5 * 60_000
export const WEB = 3

/** `staff_type`: 1 doctor, 2 nurse, 3 other professions, 4 service, 5 admin, 6 partner, 7 agent. */
export function loginTypeOf(staffType: number): LoginType {
  if (staffType === 1) return 'doctor'
  if (staffType === 5) return 'admin'
  return staffType === 7 ? 'agent' : 'staff'
}

/**
 * What a person typed as the account, as it is looked up and as invitations keep it: full-width forms narrowed, spaces
 * around it gone, case ignored; a mobile number in its usual dresses becomes `09xxxxxxxx`, and an id loses the spaces and
 * hyphens that registration takes out of it as well.
 */
export function normaliseAccount(typed: string): string {
  const mobile = normaliseMobile(typed)
  if (mobile !== null) return mobile
  const id = normaliseId(typed)
  return (idNumber(id) ? id : typed.normalize('NFKC').trim()).toLowerCase()
}

/** An account that is a mobile number is the person's own: by another one its owner could not register any more. */
export const isOwnAccount = (account: string, mobile: string): boolean => !isMobile(account) || account === mobile

/** A national id, a permit number, a mobile number, or a name an admin gave (decision 49). */
export const isAccountForm = (account: string) => /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u.test(account)
