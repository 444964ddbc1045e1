import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { getDicomContents } from '@teleward/contract/files/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

const SHOWN = 400
/** What the file says, element by element; searched by number, name and value. */
export function TagsPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [q, setQ] = useState('')
  // A film is leafed through quickly; the elements of each file are no part of that.
  const settled = useDeferredValue(id)
  const query = useQuery({
    ...endpointQuery(getDicomContents, { params: { dicomid: settled } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const word = useDeferredValue(q.trim().toLowerCase())
  const all = query.data?.tags ?? []
  const found = word
    ? all.filter(({ tag, name, value }) => `${tag} ${name} ${value}`.toLowerCase().includes(word))
    : all
  return (
    <aside className="dctags" aria-label={t('dicom.tags')}>
      <div className="row">
        <label className="input grow">
          <SearchOutlined aria-hidden="true" />
          <input
            type="search"
            value={q}
            placeholder={t('dicom.searchTags')}
            aria-label={t('dicom.searchTags')}
            onChange={(event) => setQ(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="icbtn"
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <CloseOutlined />
        </button>
      </div>
      {query.isError ? (
        <ErrorState
          title={t('dicom.failed')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <SkeletonBlock lines={8} />
      ) : (
        <>
          <p className="f12 t3 num" role="status">
            {t('dicom.tagCount', { n: found.length, all: all.length })} {query.data.cut && t('dicom.tagsCut')}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is moved by keys. */}
          <section className="dctaglist" tabIndex={0} aria-label={t('dicom.tags')}>
            <table>
              <tbody>
                {found.slice(0, SHOWN).map(({ tag, depth, vr, name, value }, n) => (
                  <tr key={n}>
                    <th scope="row" data-depth={Math.min(depth, 4)}>
                      <span className="num">{tag}</span> <span className="t3">{vr}</span>
                      <br />
                      {name || t('dicom.private')}
                    </th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {found.length > SHOWN && <p className="quiet">{t('dicom.tagsMore', { n: found.length - SHOWN })}</p>}
          </section>
        </>
      )}
    </aside>
  )
}
