import { ApartmentOutlined, PlusOutlined } from '@ant-design/icons'
import { getPartners, getUnits } from '@teleward/contract/admin/endpoints.ts'
import type { Partner, Unit } from '@teleward/contract/admin/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { HouseSteps } from '../../patterns/HouseSteps.tsx'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { mayLeave } from '../../shell/leaving.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ClinicalSynonyms } from './ClinicalSynonyms.tsx'
import { Connections } from './Connections.tsx'
import { Displays } from './Displays.tsx'
import { Face } from './PartnerFace.tsx'
import { FoundDrawer } from './FoundDrawer.tsx'
import { HandoverKey } from './HandoverKey.tsx'
import { ReferenceCard } from './ReferenceCard.tsx'
import { UnitForm } from './UnitForm.tsx'
import './admin.css'

const search = z.object({
  id: z.coerce.number().int().min(0).optional().catch(undefined),
  /** The unit that is open. */
  part: z.coerce.number().int().optional().catch(undefined),
})
const OPERATOR = 0

export interface Placed {
  unit: Unit
  depth: number
}
/** The tree as a list, each unit behind the one above it. */
export function placed(units: readonly Unit[], main: number | null = null, depth = 0): Placed[] {
  return units
    .filter(({ mainId }) => mainId === main)
    .flatMap((unit) => [{ unit, depth }, ...placed(units, unit.id, depth + 1)])
}

/** `/admin/partners`: an institution, what it set for itself, and the tree of its units. */
export default function PartnersPage() {
  const t = useT()
  const me = useMe()
  const [value, change] = useSearchState(search)
  const [founding, setFounding] = useState(false)
  const { data, error, refetch } = useQuery(endpointQuery(getPartners, { query: { pageSize: 100 } }))
  const id = value.id ?? me.partner_id
  const partner = data?.data.find((one) => one.id === id) ?? data?.data[0]
  /** Both forms stand in one place: another unit, or the institution, takes the one that is open away. */
  const onPart = async (part: number | undefined) => {
    if (await mayLeave()) change({ part })
  }
  if (!data)
    return error ? (
      <ErrorState
        heading="h1"
        title={t('admin.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <SkeletonRows />
    )
  return (
    <>
      <div className="pagehead">
        <h1>{t('screens.name.adminPartners')}</h1>
        {data.total > 1 && (
          <Select
            showSearch
            optionFilterProp="label"
            aria-label={t('admin.institution')}
            value={partner?.id}
            onChange={(next) => void mayLeave().then((yes) => yes && change({ id: next, part: undefined }))}
            style={{ minWidth: 200 }}
            options={data.data.map((one) => ({ value: one.id, label: either(one.name, one.nameEn) }))}
          />
        )}
        {me.partner_id === OPERATOR && (
          <div className="act">
            <Button kind="primary" icon={<PlusOutlined />} onClick={() => setFounding(true)}>
              {t('admin.partners.found')}
            </Button>
          </div>
        )}
      </div>
      {partner && <House key={partner.id} partner={partner} part={value.part} onPart={onPart} />}
      {founding && <FoundDrawer onClose={() => setFounding(false)} onFound={(made) => change({ id: made })} />}
    </>
  )
}

function House({
  partner,
  part,
  onPart,
}: {
  partner: Partner
  part: number | undefined
  onPart: (part: number | undefined) => Promise<void>
}) {
  const t = useT()
  const me = useMe()
  const { data: units, error, refetch } = useQuery(endpointQuery(getUnits, { query: { partner: partner.id } }))
  const [adding, setAdding] = useState(false)
  if (error && !units)
    return (
      <ErrorState
        title={t('admin.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!units) return <SkeletonRows />
  const tree = placed(units)
  const open = units.find(({ id }) => id === part)
  const begins = partner.id !== OPERATOR && partner.status === 'active' && units.every(({ members }) => members === 0)
  const whole = units.some(({ mayMove }) => mayMove) || me.partner_id === OPERATOR
  const step = async (from: number, by: number) => {
    const next = tree[from + by]?.unit.id
    if (next === undefined) return
    await onPart(next)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-unit="${next}"] > button`)?.focus())
  }
  return (
    <div className="adminpair">
      <section className="card" aria-label={t('admin.partners.tree')}>
        <div className="hd">
          <h2>{t('admin.partners.tree')}</h2>
          <div className="rt">
            {open?.mayMove && open.status === 'active' && (
              <Button size="sm" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                {t('admin.partners.unitNew')}
              </Button>
            )}
          </div>
        </div>
        {tree.length === 0 && <EmptyState icon={<ApartmentOutlined />} title={t('admin.partners.empty')} />}
        <ul className="unittree">
          {tree.map(({ unit, depth }, at) => (
            <li
              key={unit.id}
              data-unit={unit.id}
              className={`${unit.id === part ? 'on' : ''} ${unit.status === 'disabled' ? 'off' : ''}`}
            >
              <button
                type="button"
                aria-current={unit.id === part ? 'true' : undefined}
                style={{ paddingInlineStart: 16 + depth * 22 }}
                onClick={() => void onPart(unit.id === part ? undefined : unit.id)}
                onKeyDown={(event) => {
                  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
                  if (!by) return
                  event.preventDefault()
                  void step(at, by)
                }}
              >
                <ApartmentOutlined />
                <span className="ell">{either(unit.name, unit.nameEn)}</span>
                {unit.status === 'disabled' && <span className="f12">{t('admin.disabled')}</span>}
                <span className="num">
                  {t('admin.partners.staff', { count: unit.staff })} ·{' '}
                  {t('admin.partners.members', { count: unit.members })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {open ? (
        <UnitForm key={open.id} unit={open} units={units} />
      ) : (
        <div className="housecol">
          {begins && (
            <HouseSteps {...(partner.id === me.partner_id ? {} : { partner: partner.id })} name={nameOf(partner)} />
          )}
          <Face key={partner.id} partner={partner} mayEdit={whole} />
          {whole && partner.status === 'active' && <ClinicalSynonyms partner={partner.id} />}
          {whole && partner.status === 'active' && <HandoverKey partner={partner.id} />}
          {whole && partner.status === 'active' && <Displays partner={partner.id} units={units} />}
          {whole && <Connections />}
          {whole && <ReferenceCard />}
        </div>
      )}
      {open && adding && (
        <UnitForm.Add
          above={open}
          partner={partner.id}
          onClose={() => setAdding(false)}
          onMade={(id) => void onPart(id)}
        />
      )}
    </div>
  )
}
