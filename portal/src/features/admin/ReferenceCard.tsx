import { getReferenceData } from '@teleward/contract/admin/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'

/** Which official lists the searches look in, of which edition. */
export function ReferenceCard() {
  const t = useT()
  const answer = useQuery(endpointQuery(getReferenceData, {}))
  return (
    <section className="card" aria-label={t('admin.reference.title')}>
      <div className="hd">
        <h2>{t('admin.reference.title')}</h2>
      </div>
      <div className="adminnote">
        <Loaded answer={answer} failed={t('admin.failed')} lines={4}>
          {(data) => (
            <>
              <p className="t3 f13">{t('admin.reference.note')}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys. */}
              <div className="scrollx" tabIndex={0}>
                <table className="reftable">
                  <thead>
                    <tr>
                      <th scope="col">{t('admin.reference.list')}</th>
                      <th scope="col">{t('admin.reference.edition')}</th>
                      <th scope="col" className="right">
                        {t('admin.reference.rows')}
                      </th>
                      <th scope="col">{t('admin.reference.loaded')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map((one) => (
                      <tr key={one.name}>
                        <th scope="row">{t(`admin.reference.name.${one.name}`)}</th>
                        <td>
                          {one.edition} <span className="t3 f12">{one.publisher}</span>
                        </td>
                        <td className="num right">
                          {one.rows === null ? t('admin.reference.unknown') : formatNumber(one.rows)}
                        </td>
                        <td className="num">
                          {one.loadedAt ? formatDateTime(one.loadedAt) : t('admin.reference.unknown')}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
