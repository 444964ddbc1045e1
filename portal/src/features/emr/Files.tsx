import { PlusOutlined } from '@ant-design/icons'
import { type FileKind, fileKinds } from '@teleward/contract/core/file-kinds.ts'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Select } from 'antd'
import { useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery } from '../../api/query.ts'
import { closedBy } from '../../shell/menu.ts'
import { go } from '../../shell/navigation.ts'
import { screenById } from '../../shell/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { FileGrid } from '../../patterns/files/FileGrid.tsx'
import { FileViewer } from '../../patterns/files/FileViewer.tsx'
import { kindText } from '../../patterns/files/labels.tsx'
import { Count } from '../../ui/StatusTag.tsx'

const PAGE = 24
interface Props {
  pid: number
  /** The file over the screen: in the address. */
  open: string
  onOpen: (id: string) => void
}
/** Pictures, reports and films of the patient by kind; of many, one kind can be looked at alone. */
export function Files({ pid, open, onOpen }: Props) {
  const me = useMe()
  const reads = useRight('file.read') !== '-'
  const brings = closedBy(me, screenById('upload')) === null
  const [withdrawn, setWithdrawn] = useState(false)
  const [kind, setKind] = useState<FileKind | ''>('')
  const [page, setPage] = useState(1)
  const only = kind ? { kind } : {}
  const list = useQuery({
    ...endpointQuery(syncMedicalFile, { body: { pid, withdrawn, page, pageSize: PAGE, ...only } }),
    enabled: reads,
    placeholderData: keepPreviousData,
  })
  if (!reads) return null
  const files = list.data?.data ?? []
  return (
    <section className="card c2 recfiles" aria-label={t('files.section')}>
      <div className="hd">
        <h2>{t('files.section')}</h2>
        {list.data && list.data.total > 0 && <Count value={list.data.total} />}
        {brings && (
          <span className="rt">
            <button type="button" className="link" onClick={() => void go('upload', { pid })}>
              <PlusOutlined /> {t('files.add')}
            </button>
          </span>
        )}
      </div>
      {(kind || (list.data && list.data.total > PAGE)) && (
        <div className="recpages">
          <Select<FileKind | ''>
            size="small"
            aria-label={t('files.kind')}
            value={kind}
            popupMatchSelectWidth={false}
            options={[
              { value: '', label: t('files.everyKind') },
              ...fileKinds.map((one) => ({ value: one, label: kindText(one) })),
            ]}
            onChange={(next) => {
              setKind(next)
              setPage(1)
            }}
          />
        </div>
      )}
      {list.error && !list.data ? (
        <div className="quiet">
          <FailedLine error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : files.length === 0 ? (
        <p className="quiet">{t(list.isPending ? 'files.loading' : 'files.empty')}</p>
      ) : (
        <FileGrid files={files} onOpen={onOpen} />
      )}
      {list.data && list.data.total > PAGE && (
        <Pagination
          className="recpages"
          size="small"
          current={page}
          pageSize={PAGE}
          total={list.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      <p className="quiet">
        <button
          type="button"
          className="link"
          aria-pressed={withdrawn}
          onClick={() => {
            setWithdrawn(!withdrawn)
            setPage(1)
          }}
        >
          {t(withdrawn ? 'files.hideWithdrawn' : 'files.showWithdrawn')}
        </button>
      </p>
      {open && <FileViewer id={open} strip={files} onOpen={onOpen} onClose={() => onOpen('')} />}
    </section>
  )
}
