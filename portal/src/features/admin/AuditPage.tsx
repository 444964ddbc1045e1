import { SafetyCertificateOutlined } from '@ant-design/icons'
import { exportAuditLogs, getAuditLogs } from '@teleward/contract/admin/endpoints.ts'
import { type AuditRow, auditPatterns, auditSort } from '@teleward/contract/admin/schema.ts'
import { useState } from 'react'
import { z } from 'zod'
import { fileOf } from '../../api/client.ts'
import { exportSheet, saveAs } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { DayRangePicker } from '../../patterns/DayPicker.tsx'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { listFields, useListFrame } from '../../patterns/listTools.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { AuditChain } from './AuditChain.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { actText, behalfText, Mark, outcomeText, patientText, REASONS, whoText, whyText } from './audit-words.tsx'
import { WhoSelect } from './WhoSelect.tsx'
import './admin.css'
import { NumberField } from '../../ui/NumberField.tsx'

const search = z.object({
  sort: auditSort.optional(),
  ...listFields,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  who: z.coerce.number().int().optional().catch(undefined),
  pid: z.coerce.number().int().optional().catch(undefined),
  kind: z.enum(['read', 'write', 'auth']).optional().catch(undefined),
  why: z.enum(REASONS).optional(),
  result: z.enum(['OK', 'refused']).optional().catch(undefined),
  emergency: z.enum(['all', 'open']).optional().catch(undefined),
  pattern: z.enum(auditPatterns).optional().catch(undefined),
  open: z.string().max(20).default(''),
})
type Search = z.output<typeof search>
const NONE = {
  from: undefined,
  to: undefined,
  who: undefined,
  pid: undefined,
  kind: undefined,
  why: undefined,
  result: undefined,
  emergency: undefined,
  pattern: undefined,
} as const

const KINDS = ['read', 'write', 'auth'] as const
const kindText = (kind: string) => {
  const known = KINDS.find((one) => one === kind)
  return known ? t(`admin.audit.kind.${known}`) : kind
}

const choicesOf = (value: Search, change: (next: Partial<Search>) => void) => [
  choice({
    key: 'kind',
    name: t('admin.audit.kind.title'),
    value: value.kind,
    options: KINDS,
    text: kindText,
    pick: (kind) => change({ kind }),
  }),
  choice({
    key: 'why',
    name: t('admin.audit.why'),
    value: value.why,
    options: REASONS,
    text: whyText,
    pick: (why) => change({ why }),
  }),
  choice({
    key: 'emergency',
    name: t('admin.audit.emergency'),
    value: value.emergency,
    options: ['open', 'all'],
    text: (one) => t(one === 'all' ? 'admin.audit.emergency' : 'admin.audit.emergencyOpen'),
    pick: (emergency) => change({ emergency }),
  }),
  choice({
    key: 'pattern',
    name: t('admin.audit.pattern.title'),
    value: value.pattern,
    options: auditPatterns,
    text: (one) => t(`admin.audit.pattern.${one}`),
    pick: (pattern) => change({ pattern }),
  }),
  choice({
    key: 'result',
    name: t('admin.audit.result'),
    value: value.result,
    options: ['OK', 'refused'],
    text: (one) => t(one === 'OK' ? 'admin.audit.resultOk' : 'admin.audit.resultRefused'),
    pick: (result) => change({ result }),
  }),
]

const columns = (): Column<AuditRow>[] => [
  {
    key: 'time',
    title: t('admin.audit.time'),
    sort: 'time',
    fixed: true,
    width: 150,
    cell: (row) => <span className="num">{formatDateTime(row.at)}</span>,
  },
  { key: 'who', title: t('admin.audit.who'), width: 120, cell: behalfText },
  {
    key: 'act',
    title: t('admin.audit.act'),
    cell: (row) => (
      <>
        <Mark row={row} /> {actText(row)}
      </>
    ),
  },
  { key: 'patient', title: t('admin.audit.patient'), width: 130, cell: patientText },
  { key: 'why', title: t('admin.audit.why'), width: 150, minTable: 800, cell: (row) => whyText(row.why) },
  { key: 'result', title: t('admin.audit.result'), width: 160, minTable: 900, cell: (row) => outcomeText(row) },
  { key: 'from', title: t('admin.audit.from'), width: 130, minTable: 1000, cell: (row) => row.ip },
  {
    key: 'kind',
    title: t('admin.audit.kind.title'),
    width: 90,
    extra: true,
    cell: (row) => kindText(row.kind),
  },
  {
    key: 'call',
    title: t('admin.audit.call'),
    width: 260,
    extra: true,
    cell: (row) => <span className="num">{row.action}</span>,
  },
  {
    key: 'no',
    title: t('admin.audit.no'),
    width: 90,
    align: 'right',
    extra: true,
    cell: (row) => <span className="num">{row.id}</span>,
  },
]

const STANDARD = { views: ['table', 'card'] as const, pageSize: 50 }

/** `/admin/audit`: who did what, on whom, and why they might; emergencies first until somebody looked. */
export default function AuditPage() {
  const t = useT()
  const [value, change] = useSearchState(search)
  const frame = useListFrame('/admin/audit', value, change, STANDARD)
  const { open, cols: _, view: __, ...asked } = value
  const query = { ...asked, pageSize: frame.pageSize }
  const source = useList(getAuditLogs, { query })
  const choices = choicesOf(value, change)
  const { from, to } = value
  const days = from || to ? [from ? formatDate(from) : '…', to ? formatDate(to) : '…'] : undefined
  const knowsStaff = useRight('admin.partner') !== '-'
  const chip = (key: 'who' | 'pid', label: string | number | undefined) =>
    label === undefined ? [] : [{ key, label, onRemove: () => change({ [key]: undefined }) }]
  const by = source.data?.data.find(({ mid }) => mid === value.who)
  const chips = [
    ...chip(
      'who',
      value.who && t('common.pair', { name: t('admin.audit.who'), value: by ? whoText(by) : `#${value.who}` }),
    ),
    ...chip('pid', value.pid && `${t('admin.audit.patient')} #${value.pid}`),
    ...chipsOf(choices),
    ...(days
      ? [{ key: 'days', label: days.join(' – '), onRemove: () => change({ from: undefined, to: undefined }) }]
      : []),
  ]
  return (
    <ListPage<AuditRow>
      title={t('screens.name.adminAudit')}
      actions={<SignedExport filters={query} />}
      heading={<AuditChain onOpenOnes={() => change({ emergency: 'open' })} />}
      filters={
        <>
          <DayRangePicker
            label={t('admin.audit.dates')}
            from={from}
            to={to}
            onChange={(first, last) => change({ from: first, to: last })}
          />
          {knowsStaff && <WhoSelect mid={value.who} name={by && whoText(by)} onPick={(who) => change({ who })} />}
          <FilterSelects choices={choices} />
          <NumberField
            filter
            aria-label={t('admin.audit.pid')}
            placeholder={t('admin.audit.pid')}
            style={{ width: 136 }}
            min={1}
            value={value.pid ?? null}
            onChange={(pid) => change({ pid: pid ?? undefined })}
          />
        </>
      }
      chips={chips}
      onClearChips={() => change(NONE)}
      source={source}
      rowKey={(row) => String(row.id)}
      columns={columns()}
      rowClass={(row) => (row.emergency && !row.looked ? 'emergencyrow' : '')}
      card={(row) => (
        <ListCard
          no={<Avatar name={whoText(row)} seed={row.mid ?? 0} size="lg" />}
          name={behalfText(row)}
          beside={formatDateTime(row.at)}
          text={actText(row)}
          status={<Mark row={row} />}
          onOpen={() => change({ open: String(row.id) })}
        />
      )}
      drawer={(key, row, step) => row && <AuditDetail key={key} row={row} step={step} onFilter={change} />}
      open={open || null}
      onOpen={(key) => change({ open: key ?? '' })}
      {...frame}
      exportList={() => exportSheet(getAuditLogs, { query })}
      empty={{
        title: days ? t('admin.audit.emptyIn', { days: days.join(' – ') }) : t('admin.audit.empty'),
        text: t('admin.audit.emptyText'),
        narrowed: days !== undefined,
      }}
      failed={t('admin.failed')}
    />
  )
}

/** The list as it is filtered, in an archive that proves later what it was. */
function SignedExport({
  filters: { page: _, pageSize: __, sort: ___, ...query },
}: {
  filters: Omit<Search, 'open' | 'cols' | 'view'>
}) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      saveAs(await fileOf(exportAuditLogs, { query }), 'auditlog.zip')
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<SafetyCertificateOutlined />}
      loading={busy}
      title={t('admin.audit.signedText')}
      onClick={() => void run()}
    >
      {t('admin.audit.signed')}
    </Button>
  )
}
