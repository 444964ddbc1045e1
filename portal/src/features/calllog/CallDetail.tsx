import type { CallLogEntry } from '@teleward/contract/calls/log-schema.ts'
import { t } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Recordings } from '../../patterns/Recordings.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { BackButton, MoreActs } from './acts.tsx'
import { causeText, Direction, lengthText, Outcome, staffOf, staffText, Tel } from './labels.tsx'

interface Props {
  row: CallLogEntry | undefined
  step: DrawerStep
  play: boolean
  onPlayed: () => void
}
/** One call: with whom, how it went, who took it, its recording. */
export function CallDetail({ row, step, play, onPlayed }: Props) {
  if (!row)
    return (
      <DetailDrawer label={t('calllog.detail')} step={step}>
        <EmptyState title={t('common.list.emptyTitle')} />
      </DetailDrawer>
    )
  const facts = [
    [t('calllog.column.tel'), <Tel key="tel" row={row} />],
    [
      t('calllog.column.at'),
      <span key="at" className="num">
        {formatDateTime(row.record_start_time)}
      </span>,
    ],
    [t('calllog.column.direction'), <Direction key="direction" row={row} />],
    [t('calllog.column.outcome'), causeText(row) ?? t(`calllog.outcome.${row.outcome}`)],
    [t('calllog.column.length'), lengthText(row)],
    [row.by ? t('calllog.column.by') : t('calllog.rung'), staffOf(row).length ? staffText(row) : ''],
    [t('calllog.column.unit'), either(row.unitName, row.unitNameEn)],
  ] as const
  return (
    <DetailDrawer
      label={t('calllog.detail')}
      top={<Outcome row={row} />}
      head={
        <h2 className="f16 b">
          {nameOf(row)} <small className="t3 num">{row.memberNo}</small>
        </h2>
      }
      step={step}
      plain
      footer={
        <>
          <BackButton row={row} />
          <MoreActs row={row} />
        </>
      }
    >
      <dl className="desc">
        {facts.flatMap(([name, value]) =>
          value
            ? [
                <div key={name} className="pair">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {row.queueID !== null && row.recording && (
        <Recordings qid={row.queueID} callID={row.callID} play={play} onPlayed={onPlayed} />
      )}
    </DetailDrawer>
  )
}
