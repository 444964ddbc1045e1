import { DesktopOutlined } from '@ant-design/icons'
import type { Unit } from '@teleward/contract/admin/schema.ts'
import { deleteBoardAddress, getBoardAddresses, postBoardAddress } from '@teleward/contract/boards/endpoints.ts'
import type { BoardAddress } from '@teleward/contract/boards/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { pathTo } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

/** Wall displays of the waiting room: each has an address of its own, shown once, and revoked alone. */
export function Displays({ partner, units }: { partner: number; units: readonly Unit[] }) {
  const t = useT()
  const params = { partnerid: partner }
  const answer = useQuery(endpointQuery(getBoardAddresses, { params }))
  const [name, setName] = useState('')
  const [unitId, setUnitId] = useState<number>()
  const [token, setToken] = useState<string>()
  const make = useEndpointMutation(postBoardAddress, {
    onDone: (made) => {
      setToken(made.token)
      setName('')
    },
  })
  const revoke = useEndpointMutation(deleteBoardAddress, {
    onDone: () => {
      setToken(undefined)
      notify({ kind: 'ok', title: t('admin.displays.revoked') })
    },
  })
  const onRevoke = async ({ id, name: called }: BoardAddress) => {
    const sure = await confirmAct({
      title: t('admin.displays.revokeSure', { name: called }),
      text: t('admin.displays.stops'),
      ok: t('admin.displays.revoke'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (sure) revoke.mutate({ params: { ...params, id } })
  }
  const active = units.filter(({ status }) => status === 'active')
  return (
    <section className="card" aria-label={t('admin.displays.title')}>
      <div className="hd">
        <h2>{t('admin.displays.title')}</h2>
      </div>
      <div className="adminnote handoverkey">
        <p className="f13 t2">{t('admin.displays.about')}</p>
        <Loaded answer={answer} failed={t('admin.failed')} lines={2}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="f13">{t('admin.displays.none')}</p>
            ) : (
              <dl className="connections">
                {rows.map((row) => (
                  <div key={row.id}>
                    <dt>
                      <b>{row.name}</b>
                      <br />
                      <span className="t3 f12">{row.unit ? nameOf(row.unit) : t('admin.displays.whole')}</span>
                    </dt>
                    <dd className="row wrap">
                      <span className="grow t2">
                        {row.askedAt
                          ? t('admin.displays.asked', { at: formatDateTime(row.askedAt) })
                          : t('admin.displays.never')}
                      </span>
                      <Button size="sm" kind="bad" disabled={revoke.isPending} onClick={() => void onRevoke(row)}>
                        {t('admin.displays.revoke')}
                      </Button>
                    </dd>
                  </div>
                ))}
              </dl>
            )
          }
        </Loaded>
        {token && (
          <div className="alert warn shownonce" role="status">
            <b>{t('admin.displays.once')}</b>
            <code>{`${location.origin}${pathTo('wall')}?token=${token}`}</code>
          </div>
        )}
        <form
          className="row wrap"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() && !make.isPending)
              make.mutate({ params, body: { name: name.trim(), ...(unitId === undefined ? {} : { unitId }) } })
          }}
        >
          <Input
            className="grow"
            value={name}
            maxLength={60}
            aria-label={t('admin.displays.name')}
            placeholder={t('admin.displays.name')}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            aria-label={t('admin.displays.unit')}
            popupMatchSelectWidth={false}
            value={unitId ?? 0}
            onChange={(picked) => setUnitId(picked === 0 ? undefined : picked)}
            options={[
              { value: 0, label: t('admin.displays.whole') },
              ...active.map((unit) => ({ value: unit.id, label: nameOf(unit) })),
            ]}
          />
          <Button icon={<DesktopOutlined />} type="submit" disabled={!name.trim()} loading={make.isPending}>
            {t('admin.displays.make')}
          </Button>
        </form>
      </div>
    </section>
  )
}
