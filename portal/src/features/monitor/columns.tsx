import type { MonitorMember } from '@teleward/contract/monitoring/alert-schema.ts'
import type { ReadingKind } from '@teleward/contract/monitoring/rules.ts'
import { t } from '../../i18n/i18n.ts'
import type { Column } from '../../patterns/list.ts'
import { either } from '../../patterns/Patient.tsx'
import { Ago } from '../../ui/Ago.tsx'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { Sparkline } from '../../patterns/trends/Sparkline.tsx'
import { unitSign } from '../../patterns/limits.ts'
import { kindText, Move, SeverityTag, valueText } from './labels.tsx'

export const memberName = (row: Pick<MonitorMember, 'name' | 'nameEn'>) => either(row.name, row.nameEn)
export const rowKeyOf = ({ pid, unitId }: Pick<MonitorMember, 'pid' | 'unitId'>) => `${pid}-${unitId}`

/** The worst that calls for somebody and how many there are, and how many are muted beside them. */
export function Running({ row }: { row: MonitorMember }) {
  const muted = row.mutedAlerts > 0 && (
    <span className="c-warn f12">{t('monitor.mute.many', { count: row.mutedAlerts })}</span>
  )
  if (!row.worst) return muted || null
  return (
    <span className="monvalue">
      <SeverityTag severity={row.worst} count={row.alerts} />
      {muted}
    </span>
  )
}

/** Since when nothing came; of who authorised nothing that, and of who is switched off why. */
export function Standing({ row }: { row: MonitorMember }) {
  if (row.off) return <span className="c-warn f13">{t('monitor.off', { reason: row.off.reason })}</span>
  if (!row.open)
    return (
      <span className="monvalue">
        <span className="t3 f13">{t('monitor.shut')}</span>
        {row.shutAlerts > 0 && <span className="c-bad f12">{t('monitor.urgent.shut')}</span>}
      </span>
    )
  return row.lastAt ? <Ago at={row.lastAt} /> : <span className="t3 f13">{t('monitor.never')}</span>
}

export function LastValue({ row, kind }: { row: MonitorMember; kind: ReadingKind }) {
  const last = row.last.find((one) => one.kind === kind)
  if (!last) return <span className="t3">–</span>
  return (
    <span className="monvalue">
      <span className="row">
        <b className="num">{valueText(last)}</b>
        <Move last={last} />
        <Sparkline values={last.course} />
      </span>
      <span className="f12 t3">
        <Ago at={last.at} />
        {last.pulse !== null && <span className="num">{`${t('common.dot')}${last.pulse} bpm`}</span>}
      </span>
    </span>
  )
}

/** Its heart rate and its age: the wave is in the member's detail. */
function LastEcg({ ecg }: Pick<MonitorMember, 'ecg'>) {
  if (!ecg) return <span className="t3">–</span>
  return (
    <span className="monvalue">
      {ecg.heartRate === null ? <span>{t('monitor.ecg.unknown')}</span> : <b className="num">{ecg.heartRate}</b>}
      <span className="f12 t3">
        <Ago at={ecg.at} />
      </span>
    </span>
  )
}

const value = (kind: ReadingKind, unit: string, more: Partial<Column<MonitorMember>> = {}): Column<MonitorMember> => ({
  key: kind,
  title: `${kindText(kind)} ${unitSign(unit)}`,
  width: 132,
  cell: (row) => <LastValue row={row} kind={kind} />,
  ...more,
})

export const columnsOf = (): readonly Column<MonitorMember>[] => [
  {
    key: 'alert',
    title: t('monitor.col.alert'),
    sort: 'severity',
    width: 104,
    cell: (row) => <Running row={row} />,
  },
  {
    key: 'name',
    title: t('monitor.col.member'),
    sort: 'name',
    fixed: true,
    cell: (row) => (
      <span className="monvalue">
        <span className="row">
          <b className="ell">{memberName(row)}</b>
          {row.vip && <VipMark />}
        </span>
        <span className="f12 t3 num ell">{ageAndSex(row.birthday, row.gender ?? 'unknown')}</span>
      </span>
    ),
  },
  { key: 'last', title: t('monitor.col.last'), sort: 'last', width: 120, cell: (row) => <Standing row={row} /> },
  value('blood_pressure', 'mmHg', { width: 168 }),
  value('weight', 'kg', { minTable: 820 }),
  value('blood_oxygen', '%', { minTable: 960 }),
  value('temperature', 'Cel', { minTable: 1080 }),
  value('pulse', '/min', { minTable: 1200 }),
  value('glucose_fasting', 'mg/dL', { minTable: 1340 }),
  value('glucose_before_meal', 'mg/dL', { minTable: 1480 }),
  value('glucose_after_meal', 'mg/dL', { minTable: 1480 }),
  value('glucose_unspecified', 'mg/dL', { minTable: 1620 }),
  {
    key: 'ecg',
    title: `${t('monitor.ecg.title')} bpm`,
    width: 110,
    minTable: 1280,
    cell: ({ ecg }) => <LastEcg ecg={ecg} />,
  },
  {
    key: 'groups',
    title: t('monitor.col.groups'),
    width: 150,
    extra: true,
    cell: (row) => <span className="ell">{row.groups.join(t('common.patient.separator'))}</span>,
  },
  {
    key: 'unit',
    title: t('monitor.col.unit'),
    sort: 'unit',
    width: 130,
    extra: true,
    cell: (row) => <span className="ell">{either(row.unitName, row.unitNameEn)}</span>,
  },
]
