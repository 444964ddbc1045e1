import { CloudUploadOutlined } from '@ant-design/icons'
import { deleteDriveFile, type DriveFile, getDriveFiles } from '@teleward/contract/files/drive-endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Pagination } from 'antd'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { formatIcon, sizeText } from '../../patterns/files/labels.tsx'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import type { ChangeSearch } from './search.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })))
const PAGE = 20

/** Files of no patient that colleagues share: those of the institution, and of one's own units. */
export function Drive({ page, change }: { page: number; change: ChangeSearch }) {
  useT()
  const [typed, setTyped] = useState('')
  const [sharing, setSharing] = useState(false)
  const q = useDeferredValue(typed.trim())
  const list = useQuery({
    ...endpointQuery(getDriveFiles, { query: { q, page, pageSize: PAGE } }),
    placeholderData: keepPreviousData,
    // Addresses hold for ten minutes.
    refetchInterval: 8 * 60_000,
  })
  const files = list.data?.data ?? []
  return (
    <section className="card ustep" aria-labelledby="ud-title">
      <h2 id="ud-title">{t('files.drive.title')}</h2>
      <p className="t2">{t('files.drive.text')}</p>
      <div className="row wrap">
        <Button kind="primary" icon={<CloudUploadOutlined />} onClick={() => setSharing(true)}>
          {t('files.drive.share')}
        </Button>
        <Input
          type="search"
          allowClear
          style={{ maxWidth: 320 }}
          aria-label={t('files.drive.search')}
          placeholder={t('files.drive.search')}
          value={typed}
          maxLength={60}
          onChange={(event) => {
            setTyped(event.target.value)
            if (page !== 1) change({ page: 1 })
          }}
        />
      </div>
      {list.error && !list.data ? (
        <FailedLine error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonBlock lines={3} />
      ) : files.length === 0 ? (
        <p className="t2">{t(q ? 'files.drive.noneFound' : 'files.drive.none')}</p>
      ) : (
        <ul className="ulist">
          {files.map((file) => (
            <Row key={file.id} file={file} />
          ))}
        </ul>
      )}
      {(list.data?.total ?? 0) > PAGE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE}
          total={list.data?.total ?? 0}
          showSizeChanger={false}
          onChange={(next) => change({ page: next })}
        />
      )}
      <Suspense fallback={null}>{sharing && <ShareDialog onClose={() => setSharing(false)} />}</Suspense>
    </section>
  )
}

function Row({ file }: { file: DriveFile }) {
  const me = useMe()
  const administers = useRight('admin.partner') === 'y'
  const removing = useEndpointMutation(deleteDriveFile)
  const takeOff = async () => {
    const sure = await confirmAct({
      title: t('files.drive.takeOffTitle', { name: file.name }),
      text: t('files.drive.takeOffText'),
      ok: t('files.drive.takeOff'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) removing.mutate({ params: { id: file.id } })
  }
  const unit = file.unitName === null ? t('files.drive.everybody') : either(file.unitName, file.unitNameEn)
  return (
    <li>
      <span className="fthumb" aria-hidden="true">
        {formatIcon(file.format, 'photo')}
      </span>
      <div className="grow">
        <p>
          <a href={file.url} target="_blank" rel="noreferrer">
            <b className="ell">{file.name}</b>
          </a>
        </p>
        {file.remark && <p className="t2">{file.remark}</p>}
        <p className="t3 f13 num">
          {[
            unit,
            sizeText(file.bytes),
            t('files.drive.by', { name: nameOf(file.by), time: formatDateTime(file.createdAt) }),
          ].join(t('common.dot'))}
        </p>
      </div>
      <div className="row wrap uacts">
        <a className="btn sm" href={file.download}>
          {t('files.download')}
        </a>
        {(file.by.mid === me.mid || administers) && (
          <Button size="sm" kind="text" disabled={removing.isPending} onClick={() => void takeOff()}>
            {t('files.drive.takeOff')}
          </Button>
        )}
      </div>
    </li>
  )
}
