import { hash } from '@node-rs/argon2'

/**
 * As passwords are stored, at the least cost that argon2id has: what verifies it takes its cost from the hash, and test worlds
 * sign in by the thousand.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
