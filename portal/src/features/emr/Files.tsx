import { PlusOutlined } from '@ant-design/icons'
import { syncMedicalFile } from '@teleward/contract/files/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, wordsOf } from '../../api/query.ts'
import { closedBy } from '../../app/menu.ts'
import { go } from '../../app/navigation.ts'
import { screenById } from '../../app/screens.ts'
import { t } from '../../i18n/i18n.ts'
import { FileGrid } from '../../patterns/files/FileGrid.tsx'
import { FileViewer } from '../../patterns/files/FileViewer.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { Button } from '../../ui/Button.tsx'

const PAGE = 24
interface Props {
  pid: number
  /** The file over the screen: in the address. */
  open: string
  onOpen: (id: string) => void
}
/** Pictures, reports and films of the patient by kind. */
export function Files({ pid, open, onOpen }: Props) {
  const me = useMe()
  const reads = useRight('file.read') !== '-'
  const brings = closedBy(me, screenById('upload')) === null
  const [withdrawn, setWithdrawn] = useState(false)
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...endpointQuery(syncMedicalFile, { body: { pid, withdrawn, page, pageSize: PAGE } }),
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
      {list.error && !list.data ? (
        <p className="quiet">
          {wordsOf(list.error)}{' '}
          <Button size="sm" kind="text" onClick={() => void list.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
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
        <button type="button" className="link" aria-pressed={withdrawn} onClick={() => setWithdrawn(!withdrawn)}>
          {t(withdrawn ? 'files.hideWithdrawn' : 'files.showWithdrawn')}
        </button>
      </p>
      {open && <FileViewer id={open} strip={files} onOpen={onOpen} onClose={() => onOpen('')} />}
    </section>
  )
}
