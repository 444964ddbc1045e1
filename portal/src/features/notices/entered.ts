import type { NoticeChannel } from '@teleward/contract/notices/rules.ts'
import type { AudienceChoice, NoticeRecipient, RecipientChoices } from '@teleward/contract/notices/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { staffTypeText } from '../../patterns/staffType.ts'

/** All that is entered in the form of a notice. */
export interface Entered {
  content: string
  audience: readonly AudienceChoice[]
  channels: readonly NoticeChannel[]
  day: string
  time: string
}
const written = ({ content, audience, channels, day, time }: Entered) =>
  JSON.stringify([content.trim(), audience, channels, day, time])
/** Something would be lost: any of it is another than it began as. */
export const isChanged = (start: Entered, now: Entered): boolean => written(start) !== written(now)

/**
 * Colleagues to choose among, and those who were chosen and cannot be any more: by their names, so that it is seen who is to be
 * taken out.
 */
export function colleagueOptions(
  choices: RecipientChoices['staff'] | undefined,
  chosen: readonly number[],
  people: readonly NoticeRecipient[] | undefined,
): { value: number; label: string }[] {
  const there = (choices ?? []).map((one) => ({
    value: one.mid,
    label: [nameOf(one), staffTypeText(one.doctortype)].join(t('common.dot')),
  }))
  const kept = chosen
    .filter((mid) => !there.some(({ value }) => value === mid))
    .map((mid) => {
      const one = people?.find((person) => person.mid === mid)
      const name = one?.name ? nameOf({ name: one.name, nameEn: one.nameEn }) : `#${mid}`
      // Until the choices are here it is not known who is among them.
      return { value: mid, label: choices ? t('common.pair', { name, value: t('notices.form.gone') }) : name }
    })
  return [...there, ...kept]
}
