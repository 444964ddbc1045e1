import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  QuestionCircleOutlined,
  StopOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { getUploads } from '@teleward/contract/files/endpoints.ts'
import { type UploadState, uploadStates } from '@teleward/contract/files/rules.ts'
import type { MedicalFile, Upload } from '@teleward/contract/files/schema.ts'
import { stateWords } from '@teleward/contract/files/texts.ts'
import { Pagination, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { exportSheet } from '../../api/exportSheet.ts'
import { wordsOf } from '../../api/query.ts'
import { errorText, language, useT } from '../../i18n/i18n.ts'
import { FileAssign } from '../../patterns/files/FileForms.tsx'
import { FileViewer } from '../../patterns/files/FileViewer.tsx'
import { formatIcon, kindText, sizeText, Thumb } from '../../patterns/files/words.tsx'
import { useList } from '../../patterns/list.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type StatusKind, StatusTag } from '../../ui/StatusTag.tsx'
import type { ChangeSearch, UploadSearch } from './UploadPage.tsx'

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
const PAGE = 20

interface Props {
  pid: number | undefined
  value: UploadSearch
  change: ChangeSearch
}
/** What I brought, newest first: also from another computer, and what waits for its member. */
export function Mine({ pid, value, change }: Props) {
  const t = useT()
  const [assigning, setAssigning] = useState<MedicalFile | null>(null)
  const { state, page, open } = value
  const query = { state, page, pageSize: PAGE, ...(pid === undefined ? {} : { pid }) }
  const list = useList(getUploads, { query })
  const rows = list.data?.data ?? []
  const files = rows.flatMap(({ file }) => (file?.opens ? [file] : []))
  const text = (one: UploadState) => stateWords[one][language()]
  return (
    <section className="card uqueue" aria-label={t('files.tab.mine')}>
      <div className="hd">
        <Select
          aria-label={t('files.state')}
          value={state}
          style={{ minWidth: 160 }}
          options={[
            { value: 'all', label: t('common.all') },
            { value: 'open', label: t('files.open') },
            ...uploadStates.map((one) => ({ value: one, label: text(one) })),
          ]}
          onChange={(next) => change({ state: next })}
        />
        <span className="rt">
          <Button size="sm" onClick={() => void exportSheet(getUploads, { query })}>
            {t('files.export')}
          </Button>
        </span>
      </div>
      {list.error ? (
        <ErrorState
          title={t('files.failed')}
          text={wordsOf(list.error)}
          code={codeOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <SkeletonRows />
      ) : rows.length === 0 ? (
        <EmptyState title={t('files.none')} text={t(state === 'all' ? 'files.noneText' : 'files.noneState')} />
      ) : (
        <ul className="ulist">
          {rows.map((row) => (
            <Brought key={row.id} row={row} text={text} onOpen={(id) => change({ open: id })} onAssign={setAssigning} />
          ))}
        </ul>
      )}
      {list.data && list.data.total > PAGE && (
        <Pagination
          size="small"
          className="recpages"
          current={page}
          pageSize={PAGE}
          total={list.data.total}
          showSizeChanger={false}
          onChange={(next) => change({ page: next })}
        />
      )}
      {assigning && <FileAssign file={assigning} onClose={() => setAssigning(null)} />}
      {open && (
        <FileViewer
          id={open}
          strip={files}
          onOpen={(id) => change({ open: id })}
          onClose={() => change({ open: '' })}
        />
      )}
    </section>
  )
}

interface RowProps {
  row: Upload
  text: (state: UploadState) => string
  onOpen: (id: string) => void
  onAssign: (file: MedicalFile) => void
}
function Brought({ row, text, onOpen, onAssign }: RowProps) {
  const t = useT()
  const { file } = row
  return (
    <li>
      {file ? (
        <Thumb file={file} />
      ) : (
        <span className="fthumb" aria-hidden="true">
          {formatIcon(null, row.kind)}
        </span>
      )}
      <div className="grow">
        <p className="row wrap">
          <b className="ell">{row.name}</b>
          <StatusTag {...LOOKS[row.state]}>{text(row.state)}</StatusTag>
        </p>
        <p className="t2 f13 num">
          {[
            kindText(row.kind),
            row.patient && nameOf(row.patient),
            row.eye && t(`files.eye.${row.eye}`),
            sizeText(row.bytes),
            formatDateTime(row.createdAt),
          ]
            .filter(Boolean)
            .join(t('common.dot'))}
        </p>
        {row.reason && row.state !== 'withdrawn' && (
          <p className="f13 c-warn">{errorText(row.reason, row.reasonData)}</p>
        )}
      </div>
      <div className="row wrap uacts">
        {file && row.state === 'unassigned' && (
          <Button size="sm" onClick={() => onAssign(file)}>
            {t('files.assign')}
          </Button>
        )}
        {file?.opens && (
          <Button size="sm" onClick={() => onOpen(file.id)}>
            {t('files.look')}
          </Button>
        )}
      </div>
    </li>
  )
}
