import type { GroupMember } from '@teleward/contract/monitoring/group-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { either } from '../../patterns/Patient.tsx'
import type { Question } from '../../ui/notify.ts'

/** Somebody who was just taken out, at the place of the list that the row had. */
export interface Gone {
  one: GroupMember
  place: number
}

/** The list as it stands under the pointer: whoever was taken out keeps the row until the group is left. */
export function withGone(people: readonly GroupMember[], gone: readonly Gone[]): GroupMember[] {
  const rows = [...people]
  for (const { one, place } of gone.toSorted((a, b) => a.place - b.place))
    if (!people.some(({ pid }) => pid === one.pid)) rows.splice(place, 0, one)
  return rows
}

/** Names the person, what ceases, and the alerts that run. */
export const takeOutQuestion = ({ name, nameEn, running }: GroupMember): Question => ({
  title: t('groups.takeOutTitle', { name: either(name, nameEn) }),
  text: [t('groups.takeOutText'), ...(running ? [t('groups.endAlerts', { count: running })] : [])].join(' '),
  ok: t('groups.takeOut'),
  cancel: t('common.cancel'),
  danger: true,
})
