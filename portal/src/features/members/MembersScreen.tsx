import { PlusOutlined, SwapOutlined, UploadOutlined } from '@ant-design/icons'
import { getMemberFilter, getMemberList, memberList, recentMembers } from '@teleward/contract/members/endpoints.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import type { MemberDetail, MemberRow } from '@teleward/contract/members/schema.ts'
import { partSearch, wholeSearch } from '@teleward/contract/members/search.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Command, useCommands } from '../../patterns/commands.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { SendingDialog } from '../../patterns/appointments/Sending.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { type Column, useList, type ListView } from '../../patterns/list.ts'
import { ALL_ROWS, useListFrame } from '../../patterns/listTools.ts'
import { ActButtons, actKey, type Sending, useMemberActs } from '../../patterns/memberActs.tsx'
import { ageOf, either, nameOf } from '../../patterns/Patient.tsx'
import { useEndless } from '../../patterns/useEndless.ts'
import { usePhone } from '../../patterns/usePhone.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import { VipMark } from '../../ui/PatientHeader.tsx'
import { columnsOf, numbersOf, StatusOf } from './columns.tsx'
import { Detail } from './Detail.tsx'
import { chipsOf, Filters } from './Filters.tsx'
import { CardMarks, MarksContext, useMarkParts, useMarks } from './marks.tsx'
import { MemberCard } from './MemberCard.tsx'
import { NO_FILTERS, toQuery, useMemberSearch } from './search.ts'
import './members.css'

const MemberForm = lazy(async () => ({ default: (await import('./MemberForm.tsx')).MemberForm }))
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const MergeDialog = lazy(() => import('./MergeDialog.tsx'))

const CARE = { path: '/members', views: ['card', 'table'] as readonly ListView[], pageSize: 24 }
const REGISTER = { path: '/membersmgmt', views: ['table', 'card'] as readonly ListView[], pageSize: 50 }
const NO_ROWS: readonly MemberRow[] = []
type Form =
  | { kind: 'add' }
  | { kind: 'edit'; member: MemberDetail }
  | { kind: 'import' }
  | { kind: 'merge'; pids: [number, number] }

/** Both member screens: for care with cards and recents, as a register with import, merge and memberships. */
export function MembersScreen({ register }: { register: boolean }) {
  const t = useT()
  const phone = usePhone()
  const standard = register ? REGISTER : CARE
  const [value, change] = useMemberSearch()
  const [q, setQ] = useState('')
  const [form, setForm] = useState<Form | null>(null)
  const [picked, setPicked] = useState<readonly number[]>([])
  const frame = useListFrame(standard.path, value, change, standard)
  const { looks } = frame
  const writes = useRight('member.write') !== '-'
  const imports = useRight('member.import') !== '-' && register
  const [sending, setSending] = useState<Sending | null>(null)
  const acts = useMemberActs(setSending)
  const choices = useQuery(endpointQuery(getMemberFilter, {})).data

  // Too little to look for is said, and the list stays as it is.
  const short = q !== '' && !partSearch(q) && wholeSearch(q) === null
  const endpoint = register ? memberList : getMemberList
  // All in one piece is a table's; cards and phones have pages still.
  const whole = looks.pageSize === ALL_ROWS && looks.view === 'table' && !phone
  const pageSize = looks.pageSize || standard.pageSize
  const query = toQuery(value, short ? '' : q, pageSize)
  const paged = useList(endpoint, { body: query }, !whole)
  const endless = useEndless(endpoint, (page, size) => ({ body: { ...query, page, pageSize: size } }), whole)
  const list = whole ? endless : paged
  const parts = useMarkParts()
  const beside = useMarks(list.data?.data ?? NO_ROWS)
  const columns = useMemo(() => columnsOf(t, register, parts), [t, register, parts])
  const open = (pid: number | undefined) => change({ open: pid })
  const search = (next: string) => {
    setQ(next)
    change({ page: 1 })
  }
  const pick = (pid: number) =>
    setPicked((now) => (now.includes(pid) ? now.filter((one) => one !== pid) : [...now, pid].slice(-2)))
  const merge = () => {
    const [a, b] = picked
    if (a === undefined || b === undefined) notify({ kind: 'info', title: t('members.mrg.two') })
    else setForm({ kind: 'merge', pids: [a, b] })
  }
  useKeys([
    ...(writes ? [{ keys: 'a', label: t('members.key.add'), run: () => setForm({ kind: 'add' }) }] : []),
    ...(imports
      ? [
          { keys: 'i', label: t('members.key.import'), run: () => setForm({ kind: 'import' }) },
          { keys: 'Shift+M', label: t('members.key.merge'), run: merge },
        ]
      : []),
  ])
  const commands = useMemo<readonly Command[]>(
    () =>
      writes
        ? [{ id: 'members.add', label: t('members.add'), icon: PlusOutlined, run: () => setForm({ kind: 'add' }) }]
        : [],
    [writes, t],
  )
  useCommands(commands)
  const chips = chipsOf(value, choices)
  const select: Column<MemberRow> = {
    key: 'select',
    title: <span className="sr">{t('members.col.select')}</span>,
    name: t('members.col.select'),
    width: 40,
    fixed: true,
    cell: (row) => (
      <Checkbox
        aria-label={`${t('members.col.select')} ${nameOf(row)}`}
        disabled={row.status !== 'active'}
        checked={picked.includes(row.pid)}
        onChange={() => pick(row.pid)}
      />
    ),
  }
  const nothing = chips.length === 0 && q === ''
  const noUnit = choices !== undefined && choices.units.length === 0

  return (
    <MarksContext value={beside.frame}>
      <ListPage<MemberRow>
        title={t(register ? 'members.registerTitle' : 'members.title')}
        actions={
          <>
            {imports && picked.length > 0 && (
              <Button icon={<SwapOutlined />} disabled={picked.length < 2} onClick={merge}>
                {t('members.merge')} {picked.length}/2
              </Button>
            )}
            {imports && (
              <Button icon={<UploadOutlined />} onClick={() => setForm({ kind: 'import' })}>
                {t('members.import')}
              </Button>
            )}
            {writes && !phone && (
              <Button kind="primary" icon={<PlusOutlined />} onClick={() => setForm({ kind: 'add' })}>
                {t('members.add')}
              </Button>
            )}
          </>
        }
        filters={
          <Filters
            value={value}
            q={q}
            choices={choices}
            register={register}
            parts={parts}
            onSearch={search}
            change={change}
          />
        }
        chips={chips.map(({ key: name, label, off }) => ({ key: name, label, onRemove: () => change(off) }))}
        onClearChips={() => change(NO_FILTERS)}
        above={
          <>
            {short && (
              <p className="alert info mnote" role="status">
                {t('members.searchShort')}
              </p>
            )}
            {beside.failed && (
              <p className="alert warn mnote row" role="status">
                <span className="grow">{t('members.marks.failed')}</span>
                <Button size="sm" onClick={beside.refetch}>
                  {t('common.retry')}
                </Button>
              </p>
            )}
            {!register && nothing && value.page === 1 && <Recents onOpen={open} />}
          </>
        }
        source={list}
        rowKey={(row) => String(row.pid)}
        columns={imports ? [select, ...columns] : columns}
        rowClass={(row) => (row.status === 'active' ? '' : 'dim')}
        tall
        rowActions={(row) => <ActButtons of={row} acts={acts} first={['call', 'emr', 'book']} />}
        card={(row) =>
          phone ? (
            <ListCard
              no={<Avatar name={nameOf(row)} seed={row.pid} size="lg" />}
              name={nameOf(row)}
              beside={row.status === 'active' ? ageOf(row) : undefined}
              text={
                <span className="f12">
                  <span className="nw">{numbersOf(row)}</span>
                  {'　'}
                  <span className="nw">{either(row.unitName, row.unitNameEn)}</span>
                </span>
              }
              status={
                <>
                  {row.vip && <VipMark />}
                  {row.status === 'active' ? <CardMarks row={row} parts={parts} /> : <StatusOf status={row.status} />}
                </>
              }
              action={<ActButtons of={row} acts={acts} first={['call']} />}
              onOpen={() => open(row.pid)}
            />
          ) : (
            <MemberCard
              row={row}
              acts={acts}
              parts={parts}
              open={value.open === row.pid}
              onOpen={() => open(row.pid)}
            />
          )
        }
        drawer={(pid, row, move) => (
          <Detail
            key={pid}
            pid={Number(pid)}
            row={row}
            acts={acts}
            units={choices?.units ?? []}
            register={register}
            move={move}
            onEdit={(member) => setForm({ kind: 'edit', member })}
          />
        )}
        open={value.open === undefined ? null : String(value.open)}
        onOpen={(pid) => open(pid === null ? undefined : Number(pid))}
        {...frame}
        pageSize={whole ? ALL_ROWS : pageSize}
        allRows={looks.view === 'table'}
        exportList={() => exportSheet(endpoint, { body: query })}
        rowKeys={[
          actKey(acts, 'c', 'call'),
          actKey(acts, 'b', 'book'),
          actKey(acts, 'e', 'emr'),
          actKey(acts, 'm', 'message'),
          actKey(acts, 'u', 'upload'),
          ...(imports ? [{ keys: 'x', label: t('members.key.select'), run: (row: MemberRow) => pick(row.pid) }] : []),
        ]}
        failed={t('members.failed')}
        empty={
          noUnit
            ? { title: t('members.noUnit'), text: t('members.noUnitText') }
            : nothing
              ? {
                  title: t('members.emptyFirst'),
                  actions: (
                    <>
                      {writes && (
                        <Button kind="primary" icon={<PlusOutlined />} onClick={() => setForm({ kind: 'add' })}>
                          {t('members.addFirst')}
                        </Button>
                      )}
                      {imports && (
                        <Button icon={<UploadOutlined />} onClick={() => setForm({ kind: 'import' })}>
                          {t('members.import')}
                        </Button>
                      )}
                    </>
                  ),
                }
              : { title: t('members.empty'), text: t('members.emptyText') }
        }
        phoneBar={
          writes && (
            <Button kind="primary" size="lg" block icon={<PlusOutlined />} onClick={() => setForm({ kind: 'add' })}>
              {t('members.add')}
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        {(form?.kind === 'add' || form?.kind === 'edit') && (
          <MemberForm
            member={form.kind === 'edit' ? form.member : undefined}
            units={choices?.units ?? []}
            onClose={() => setForm(null)}
            onDone={(pid) => {
              setForm(null)
              open(pid)
            }}
            onFound={(pid) => {
              setForm(null)
              open(pid)
            }}
          />
        )}
        {sending && <SendingDialog {...sending} onClose={() => setSending(null)} />}
        {form?.kind === 'import' && <ImportDialog units={choices?.units ?? []} onClose={() => setForm(null)} />}
        {form?.kind === 'merge' && (
          <MergeDialog
            pids={form.pids}
            onClose={() => setForm(null)}
            onDone={(pid) => {
              setForm(null)
              setPicked([])
              open(pid)
            }}
          />
        )}
      </Suspense>
    </MarksContext>
  )
}

/** The members one opened last: one click back to them. */
function Recents({ onOpen }: { onOpen: (pid: number) => void }) {
  const t = useT()
  const recents: readonly PatientBrief[] = useQuery(endpointQuery(recentMembers, {})).data ?? []
  if (recents.length === 0) return null
  return (
    <nav className="mrecent" aria-label={t('members.recent')}>
      <span className="t3 f12">{t('members.recent')}</span>
      {recents.map((member) => (
        <button key={member.pid} type="button" className="chip" onClick={() => onOpen(member.pid)}>
          <Avatar name={nameOf(member)} seed={member.pid} size="sm" />
          {nameOf(member)}
        </button>
      ))}
    </nav>
  )
}
