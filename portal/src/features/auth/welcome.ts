import type { loginConfig } from '@teleward/contract/auth/schema.ts'
import type { z } from 'zod'
import { type Language, t, type TextKey } from '../../i18n/i18n.ts'

/** Partners that have words of welcome of their own; any other takes the general ones (SHELL-20). */
const WELCOME: Readonly<Record<number, TextKey>> = {
  0: 'auth.welcome.operator',
  1: 'auth.welcome.p1',
  32: 'auth.welcome.p32',
  1575: 'auth.welcome.p1575',
  1577: 'auth.welcome.p1577',
  2085: 'auth.welcome.p2085',
}

/** What the institution set itself comes first. */
export function welcomeText(
  partner: number,
  config: z.output<typeof loginConfig> | undefined,
  language: Language,
): string {
  const own = config?.welcome[language]
  return own || t(WELCOME[partner] ?? 'auth.welcome.text')
}
