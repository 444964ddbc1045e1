import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  DisconnectOutlined,
  FileImageOutlined,
  QuestionCircleOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { deleteUpload, getUploads } from '@teleward/contract/files/endpoints.ts'
import { fileKinds, formatOfName } from '@teleward/contract/core/file-kinds.ts'
import { canUpload, type UploadState, uploadStates } from '@teleward/contract/files/rules.ts'
import { type MedicalFile, type Upload, uploadSort } from '@teleward/contract/files/schema.ts'
import { stateLabels } from '@teleward/contract/files/texts.ts'
import { type ReactNode, useState } from 'react'
import { exportSheet } from '../../api/exportSheet.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { sendings } from '../../api/sendings.ts'
import { errorText, language, t } from '../../i18n/i18n.ts'
import { chipsOf, choice, FilterSelects } from '../../patterns/FilterSelect.tsx'
import { FileAssign } from '../../patterns/files/FileForms.tsx'
import { FileViewer } from '../../patterns/files/FileViewer.tsx'
import { formatIcon, kindText, sizeText, Thumb } from '../../patterns/files/labels.tsx'
import { type Column, useList } from '../../patterns/list.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { ListPage } from '../../patterns/ListPage.tsx'
import { useListFrame } from '../../patterns/listTools.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime, useNow } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import { isLeft } from './left.ts'
import type { ChangeSearch, UploadSearch } from './search.ts'

const LOOKS: Record<UploadState, { kind: StatusKind; icon: ReactNode }> = {
  queued: { kind: 'neutral', icon: <ClockCircleOutlined /> },
  uploading: { kind: 'info', icon: <ClockCircleOutlined /> },
  checking: { kind: 'info', icon: <ClockCircleOutlined /> },
  unassigned: { kind: 'warn', icon: <QuestionCircleOutlined /> },
  stored: { kind: 'ok', icon: <CheckCircleOutlined /> },
  rejected: { kind: 'bad', icon: <WarningOutlined /> },
  failed: { kind: 'bad', icon: <WarningOutlined /> },
  withdrawn: { kind: 'neutral', icon: <StopOutlined /> },
}
const states = ['all', 'open', ...uploadStates] as const
const stateText = (one: (typeof states)[number]) =>
  one === 'all' ? t('common.all') : one === 'open' ? t('files.open') : stateLabels[one][language()]
function tag(row: Upload, now: number) {
  if (isLeft(row, sendings(), now))
    return (
      <StatusTag kind="warn" icon={<DisconnectOutlined />}>
        {t('files.left')}
      </StatusTag>
    )
  return <StatusTag {...LOOKS[row.state]}>{stateText(row.state)}</StatusTag>
}
function why(row: Upload, now: number): string {
  if (isLeft(row, sendings(), now)) return t('files.leftText')
  const { state, reason, reasonData } = row
  return reason && state !== 'withdrawn' ? errorText(reason, reasonData) : ''
}
const small = ({ file, kind, name }: Upload) =>
  file ? (
    <Thumb file={file} />
  ) : (
    <span className="fthumb" aria-hidden="true">
      {formatIcon(formatOfName(name), kind)}
    </span>
  )
const kindAndEye = ({ kind, eye }: Upload) =>
  [kindText(kind), eye && t(`files.eye.${eye}`)].filter(Boolean).join(t('common.dot'))

const columns = (now: number): Column<Upload>[] => [
  {
    key: 'name',
    title: t('files.name'),
    sort: 'name',
    fixed: true,
    cell: (row) => (
      <span className="umine">
        {small(row)}
        <b className="ell">{row.name}</b>
      </span>
    ),
  },
  { key: 'kind', title: t('files.kind'), width: 140, cell: kindAndEye },
  { key: 'member', title: t('files.member'), width: 150, cell: (row) => (row.patient ? nameOf(row.patient) : '–') },
  {
    key: 'state',
    title: t('files.state'),
    width: 190,
    cell: (row) => (
      <>
        {tag(row, now)}
        {why(row, now) && <span className="f12 c-warn ell">{why(row, now)}</span>}
      </>
    ),
  },
  {
    key: 'size',
    title: t('files.column.size'),
    sort: 'size',
    width: 100,
    minTable: 900,
    cell: (row) => <span className="num">{sizeText(row.bytes)}</span>,
  },
  {
    key: 'time',
    title: t('files.column.time'),
    sort: 'time',
    width: 150,
    minTable: 800,
    cell: (row) => <span className="num">{formatDateTime(row.createdAt)}</span>,
  },
]

interface Props {
  pid: number | undefined
  value: UploadSearch
  change: ChangeSearch
  title: string
  /** The member the files are for, and the tabs. */
  tabs: ReactNode
}
/** What I brought, newest first: also from another computer, and what waits for its member. */
export function Mine({ pid, value, change, title, tabs }: Props) {
  const [assigning, setAssigning] = useState<MedicalFile | null>(null)
  const now = useNow(10_000)
  const { state, kind, page, open } = value
  const sort = uploadSort.safeParse(value.sort).data
  const frame = useListFrame('/setting/upload#mine', { ...value, sort }, change)
  const query = { state, kind, sort, page, pageSize: frame.pageSize, ...(pid === undefined ? {} : { pid }) }
  const list = useList(getUploads, { query })
  const giveUp = useEndpointMutation(deleteUpload)
  const files = (list.data?.data ?? []).flatMap(({ file }) => (file?.opens ? [file] : []))
  const choices = [
    choice({
      key: 'state',
      name: t('files.state'),
      value: state,
      standard: 'all',
      options: states,
      text: stateText,
      pick: (next) => change({ state: next }),
    }),
    choice({
      key: 'kind',
      name: t('files.kind'),
      every: t('files.everyKind'),
      value: kind,
      options: fileKinds,
      text: kindText,
      pick: (next) => change({ kind: next }),
    }),
  ]
  const look = (row: Upload | undefined) => {
    if (row?.file?.opens) change({ open: row.file.id })
  }
  const askGiveUp = async ({ id, name }: Upload) => {
    const yes = await confirmAct({
      title: t('files.giveUpTitle', { name }),
      text: t('files.giveUpText'),
      ok: t('files.giveUp'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes) giveUp.mutate({ params: { id } })
  }
  const step = (row: Upload) => {
    const { file } = row
    if (file && row.state === 'unassigned')
      return (
        <Button size="sm" onClick={() => setAssigning(file)}>
          {t('files.assign')}
        </Button>
      )
    if (file?.opens)
      return (
        <Button size="sm" onClick={() => look(row)}>
          {t('files.look')}
        </Button>
      )
    // Begun and left: from another computer, or on a page that is gone.
    return canUpload('giveUp', row.state) ? (
      <Button size="sm" disabled={giveUp.isPending} onClick={() => void askGiveUp(row)}>
        {t('files.giveUp')}
      </Button>
    ) : null
  }
  return (
    <>
      <ListPage<Upload>
        title={title}
        tabs={tabs}
        filters={<FilterSelects choices={choices} />}
        chips={chipsOf(choices)}
        onClearChips={() => change({ state: 'all', kind: undefined })}
        source={list}
        rowKey={(row) => row.id}
        columns={columns(now)}
        tall
        rowActions={step}
        card={(row) => (
          <ListCard
            name={row.name}
            beside={kindAndEye(row)}
            text={[
              row.patient && nameOf(row.patient),
              sizeText(row.bytes),
              formatDateTime(row.createdAt),
              why(row, now),
            ]
              .filter(Boolean)
              .join(t('common.dot'))}
            status={tag(row, now)}
            action={step(row)}
            {...(row.file?.opens ? { onOpen: () => look(row) } : {})}
          />
        )}
        open={null}
        onOpen={(key) => look(list.data?.data.find(({ id }) => id === key))}
        {...frame}
        exportList={() => exportSheet(getUploads, { query })}
        rowKeys={[{ keys: 'Enter', label: t('files.look'), run: look }]}
        empty={{
          title: t('files.none'),
          text: t(state === 'all' && !kind ? 'files.noneText' : 'files.noneState'),
          icon: <FileImageOutlined />,
        }}
        failed={t('files.failed')}
      />
      {assigning && <FileAssign file={assigning} onClose={() => setAssigning(null)} />}
      {open && (
        <FileViewer
          id={open}
          strip={files}
          onOpen={(id) => change({ open: id })}
          onClose={() => change({ open: '' })}
        />
      )}
    </>
  )
}
