import { isAppError } from '../platform/errors.ts'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Why nothing was backed up or restored, in a sentence for whoever gave the command. */
export class BackupRefused extends Error {}

/** What an object store does not hand out, in words for whoever gave the command. */
export function refused(error: unknown): never {
  if (isAppError(error, 'FILES_UNAVAILABLE'))
    throw new BackupRefused('The object store does not answer; nothing was kept', { cause: error })
  if (isAppError(error, 'FILE_DAMAGED'))
    throw new BackupRefused('A file in the object store is not what was stored; nothing was kept', { cause: error })
  if (isAppError(error, 'NOT_FOUND'))
    throw new BackupRefused('A file went while it was read, for it became another one; nothing was kept, begin again', {
      cause: error,
    })
  if (error instanceof Error && error.message.startsWith('S3_BUCKET')) throw new BackupRefused(error.message)
  throw error
}

/** For whom an archive is encrypted, and, where it is known here, by what it is opened again (age-encryption.org/v1). */
export interface Key {
  recipient: string
  identity: string | null
}

/**
 * `BACKUP_KEY` is one of two: the secret key (`AGE-SECRET-KEY-1…`), by which this machine also opens what it wrote; or the public
 * one (`age1…`), where the secret one lies elsewhere. @throws BackupRefused
 */
export async function keyOf(text: string | undefined): Promise<Key> {
  if (!text)
    throw new BackupRefused(
      'BACKUP_KEY is not set: an archive holds the records of patients and is never written in the open. `npm run backup -- --new-key` makes one.',
    )
  try {
    const secret = text.startsWith('AGE-SECRET-KEY-')
    const recipient = secret ? await identityToRecipient(text) : text
    // It says at once whether this is a key.
    new Encrypter().addRecipient(recipient)
    return { recipient, identity: secret ? text : null }
  } catch {
    throw new BackupRefused('BACKUP_KEY is no key of age: it begins with AGE-SECRET-KEY-1 or with age1')
  }
}

export async function newKey(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
