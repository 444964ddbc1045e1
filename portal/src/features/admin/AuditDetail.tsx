import { CheckCircleOutlined } from '@ant-design/icons'
import { putAuditLog } from '@teleward/contract/admin/endpoints.ts'
import type { AuditRow } from '@teleward/contract/admin/schema.ts'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { actText, Mark, outcomeText, patientText, whoText, whyText } from './audit-words.tsx'

/** One row of the log: who, what, on whom, what it changed; of an emergency access, whether it was looked at. */
export function AuditDetail({
  row,
  step,
  onFilter,
}: {
  row: AuditRow
  step: DrawerStep
  onFilter: (change: { who?: number; pid?: number }) => void
}) {
  const t = useT()
  const { mid } = useMe()
  const [note, setNote] = useState('')
  const look = useEndpointMutation(putAuditLog)
  const pair = (label: string, value: string | null | undefined) =>
    value ? (
      <div className="pair">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ) : null
  return (
    <DetailDrawer
      label={t('screens.name.adminAudit')}
      top={<Mark row={row} />}
      head={<h2 className="ell">{actText(row)}</h2>}
      step={step}
    >
      <dl className="desc">
        {pair(t('admin.audit.time'), formatDateTime(row.at))}
        {pair(t('admin.audit.who'), whoText(row))}
        {pair(t('admin.audit.behalf'), row.actedFor && either(row.actedFor.name, row.actedFor.nameEn))}
        {pair(t('admin.audit.call'), row.action)}
        {pair(t('admin.audit.patient'), patientText(row))}
        {pair(t('admin.audit.target'), row.targetKind && `${row.targetKind} ${row.targetId ?? ''}`)}
        {pair(t('admin.audit.asked'), row.criteria)}
        {pair(t('admin.audit.rows'), row.rows === null ? null : formatNumber(row.rows))}
        {pair(t('admin.audit.why'), whyText(row.why))}
        {pair(t('admin.audit.result'), outcomeText(row, true))}
        {pair(t('admin.audit.from'), row.ip)}
      </dl>
      <div className="row wrap">
        {row.mid !== null && (
          <Button size="sm" onClick={() => onFilter({ who: row.mid ?? 0 })}>
            {t('common.pair', { name: t('common.filter'), value: whoText(row) })}
          </Button>
        )}
        {row.pid !== null && (
          <Button size="sm" onClick={() => onFilter({ pid: row.pid ?? 0 })}>
            {t('common.pair', { name: t('common.filter'), value: patientText(row) })}
          </Button>
        )}
      </div>
      {row.change && (
        <div className="auditchange">
          {(['before', 'after'] as const).map((side) => (
            <div key={side}>
              <span className="lab">{t(`admin.audit.${side}`)}</span>
              <pre>{JSON.stringify(row.change?.[side], null, 1)}</pre>
            </div>
          ))}
        </div>
      )}
      {row.looked && (
        <p className="alert ok">
          <CheckCircleOutlined />
          <span>
            {t('admin.audit.looked', { name: nameOf(row.looked), time: formatDateTime(row.looked.at) })}
            <br />
            {row.looked.note}
          </span>
        </p>
      )}
      {row.emergency && !row.looked && row.mid !== mid && (
        <div className="adminline">
          <span className="lab">{t('admin.audit.lookNote')}</span>
          <GrowingArea
            aria-label={t('admin.audit.lookNote')}
            maxLength={500}
            placeholder={t('admin.audit.lookHint')}
            value={note}
            onChange={(event) => setNote(event.target.value.replace(/[\n\r\t]/g, ' '))}
          />
          <Button
            kind="primary"
            disabled={!note.trim()}
            loading={look.isPending}
            onClick={() => look.mutate({ params: { id: row.id }, body: { note } })}
          >
            {t('admin.audit.look')}
          </Button>
        </div>
      )}
    </DetailDrawer>
  )
}
