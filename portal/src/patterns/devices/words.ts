import {
  isConverted,
  isStored,
  kindRules,
  type Measured,
  originalOf,
  understand,
} from '@teleward/contract/monitoring/rules.ts'
import type { Entry, InboxEvent } from '../../devices/inbox.ts'
import type { Arrived, Said } from '../../devices/reading.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { formatDate, formatNumber, formatTime, isoDay } from '../../ui/format.ts'
import type { Notice } from '../../ui/notify.ts'
import { kindText, unitSign } from '../limits.ts'

/** 128/82 mmHg, 71 bpm. */
export function valueText({ kind, value, diastolic, pulse }: Measured): string {
  const unit = unitSign(kindRules[kind].unit)
  if (kind !== 'blood_pressure') return `${formatNumber(value)} ${unit}`
  const beats = pulse === null ? '' : `${t('common.patient.separator')}${formatNumber(pulse)} ${unitSign('/min')}`
  return `${formatNumber(value)}/${formatNumber(diastolic ?? 0)} ${unit}${beats}`
}

const SIGNS: Readonly<Record<string, string>> = { C: '°C', F: '°F', Cel: '°C', '/min': 'bpm' }
/** What the device itself showed, where that is in another unit than what is stored. */
export function originalText({ said }: Pick<Arrived, 'said'>): string {
  const measured = isConverted(said) ? understand(said) : null
  const original = measured && originalOf(said, measured)
  return original ? `${original.value} ${SIGNS[original.unit] ?? original.unit}` : ''
}
/** A glucose of which nobody has said whether it was before a meal is glucose, and no more. */
export const kindOf = ({ kind }: Measured, { dataType, meal }: Said): string =>
  dataType === 'blood_glucose' && !meal ? t('devices.glucose') : kindText(kind)
export const deviceText = (name: string): string => name || t('devices.unnamed')

/** The day stands with the time unless it is today's. */
export function timeText({ at, clock }: Pick<Arrived, 'at' | 'clock'>): string {
  const day = isoDay(at) === isoDay() ? '' : `${formatDate(at)} `
  return t(clock === 'device' ? 'devices.at' : 'devices.atArrival', { time: day + formatTime(at) })
}
export const measuredOf = (arrived: Arrived): Measured | null => understand(arrived.said)

const aboutEntry = ({ measured, person }: Entry): string =>
  [person?.name, valueText(measured)].filter(Boolean).join(t('common.dot'))

/** What is said at the edge of the screen; `null`: nothing, the panel shows it. */
export function noticeOf(event: InboxEvent): Notice | null {
  switch (event.kind) {
    case 'received':
      return {
        kind: 'ok',
        key: 'reading',
        title: errorText('OK_DATA_RECEIVED'),
        text: aboutEntry(event.entry),
        lasts: 'measurement',
      }
    case 'duplicate':
      return {
        kind: 'info',
        key: 'reading',
        title: errorText('READING_DUPLICATE'),
        text: aboutEntry(event.entry),
        lasts: 'measurement',
      }
    case 'keptHere':
      return { kind: 'warn', key: 'reading', title: t('devices.unsent.kept'), text: aboutEntry(event.entry) }
    case 'unreadable':
      return {
        kind: 'bad',
        key: 'unreadable',
        title: errorText('DEVICE_PARSE_TITLE'),
        text: [errorText('DEVICE_PARSE_FAILED'), event.deviceName && t('devices.from', { name: event.deviceName })]
          .filter(Boolean)
          .join(t('common.dot')),
      }
    case 'unitUnclear':
      return {
        kind: 'bad',
        key: 'unreadable',
        title: errorText('DEVICE_PARSE_TITLE'),
        text: [
          errorText('UNIT_UNCLEAR', { units: event.units.join(', ') }),
          event.deviceName && t('devices.from', { name: event.deviceName }),
        ]
          .filter(Boolean)
          .join(t('common.dot')),
      }
    case 'noValue':
    case 'control':
      return { kind: 'warn', key: 'novalue', title: t(`devices.${event.kind}`, { name: deviceText(event.deviceName) }) }
    default:
      return null
  }
}
export const storesItself = ({ said }: Pick<Arrived, 'said'>): boolean => isStored(said.dataType)
