import { defaultPartnerSettings, type Partner, partnerSettings } from '@teleward/contract/admin/schema.ts'

/** What an institution has not set, or set to what no longer fits, is the product's. */
export function settingsOf(stored: unknown): Partner['settings'] {
  const given = typeof stored === 'object' && stored !== null ? stored : {}
  const kept = Object.entries(given).filter(
    ([name, value]) => partnerSettings.partial().safeParse({ [name]: value }).success,
  )
  return { ...defaultPartnerSettings, ...partnerSettings.partial().parse(Object.fromEntries(kept)) }
}
