import type { BusinessCalendar } from '@teleward/contract/core/business-hours.ts'
import type { CaseTarget } from '@teleward/contract/crm/targets.ts'
import { type CaseType, caseOrigins, caseStates, caseTypes } from '@teleward/contract/crm/rules.ts'
import type { CrmConfig, CrmOwner } from '@teleward/contract/crm/schema.ts'
import { permissions, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { settingsOf } from '../partners/settings.ts'
import type { AiProvider } from '../ai/provider.ts'
import type { Read } from '../patients/service.ts'
import type { StaffActor } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'

/** Professions that can have a case. */
const takers = staffTypes.filter((type) => permissions['crm.write'][type] !== '-')

export interface InstitutionRules {
  targets: Record<CaseType, CaseTarget>
  calendar: BusinessCalendar
  aiAllowed: boolean
}
export async function rulesOf(read: Read, partnerId: number): Promise<InstitutionRules> {
  const [institution] = await read(
    sql<{
      settings: unknown
      zone: string
    }>`select p.settings, p.time_zone as zone from partner p where p.id = ${partnerId}`,
  )
  const { caseTargets, businessHours, holidays, aiAllowed } = settingsOf(institution?.settings)
  const calendar = {
    hours: businessHours,
    holidays: holidays.map(({ date }) => date),
    zone: institution?.zone ?? 'UTC',
  }
  return { targets: caseTargets, calendar, aiAllowed }
}

/** On board and at work in units of the caller's own, of a kind from which the institution has not taken cases. */
export const ownersOf = (read: Read, who: StaffActor): Promise<CrmOwner[]> =>
  read(sql<CrmOwner>`
    select s.mid, s.name, s.name_en as "nameEn", sp.doctortype, array_agg(su.unit_id order by su.unit_id) as units
    from staff s join staff_partner sp on sp.mid = s.mid and sp.partner_id = ${who.partnerId}
    join staff_unit su on su.mid = s.mid and su.partner_id = sp.partner_id and su.unit_id = any (${[...who.unitIds]}::int[])
    where s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard' and sp.doctortype in (${sql.join([...takers])})
      and not exists (select 1 from partner p where p.id = sp.partner_id and coalesce(p.settings -> 'removals' -> sp.doctortype, '[]') ? 'crm.write')
    group by s.mid, s.name, s.name_en, sp.doctortype order by s.name, s.mid`)

export const aiState = (ai: AiProvider | undefined, allowed: boolean): CrmConfig['ai'] =>
  ai ? (allowed ? 'ready' : 'notAllowed') : 'missing'

export async function crmConfig(read: Read, who: StaffActor, ai: AiProvider | undefined): Promise<CrmConfig> {
  const { targets, calendar, aiAllowed } = await rulesOf(read, who.partnerId)
  const units = await read(sql<{ id: number; name: string; nameEn: string | null }>`
    select u.id, u.name, u.name_en as "nameEn" from unit u
    where u.partner_id = ${who.partnerId} and u.id = any (${[...who.unitIds]}::int[]) and u.status = 'active' order by u.id`)
  return {
    types: caseTypes.map((type) => ({ type, ...targets[type] })),
    origins: [...caseOrigins],
    states: [...caseStates],
    owners: await ownersOf(read, who),
    units,
    hours: calendar.hours?.slice() ?? null,
    ai: aiState(ai, aiAllowed),
  }
}
