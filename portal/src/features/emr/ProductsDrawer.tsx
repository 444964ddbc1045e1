import { DeleteOutlined, EditOutlined, PictureOutlined, PlusOutlined } from '@ant-design/icons'
import { deleteProduct, getDoctorProducts, postProductSending } from '@teleward/contract/products/endpoints.ts'
import { PRODUCT_QUANTITY_MAX, SENT_MAX } from '@teleward/contract/products/rules.ts'
import type { Product, ProductSending } from '@teleward/contract/products/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ProductForm } from './ProductForm.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

interface Props {
  pid: number
  qid: number
  chosen: ProductSending | undefined
  onClose: () => void
}

/** One's own products: chosen for the patient, and kept. What is chosen is kept with the visit until it is sent. */
export function ProductsDrawer({ pid, qid, chosen, onClose }: Props) {
  const { data, error, refetch } = useQuery(endpointQuery(getDoctorProducts, { body: {} }))
  const [picked, setPicked] = useState<ReadonlyMap<number, number | null>>(
    new Map(chosen?.items.map(({ productId, quantity }) => [productId, quantity])),
  )
  const [edited, setEdited] = useState<Product | 'new' | null>(null)
  const keeping = useEndpointMutation(postProductSending, {
    onDone: (done) => {
      if (done?.state === 'sent') notify({ kind: 'ok', title: t('rx.products.sent'), lasts: 'store' })
      onClose()
    },
  })
  const removal = useEndpointMutation(deleteProduct, {
    onError: ({ code }) => {
      if (code !== 'VERSION_STALE' && code !== 'NOT_FOUND') return false
      void invalidateTags(['products'])
      notify({ kind: 'warn', title: t('rx.products.changedElsewhere') })
      return true
    },
  })
  const remove = async ({ id, version, name }: Product) => {
    const yes = await confirmAct({
      title: t('rx.products.removeTitle', { name }),
      text: t('rx.products.removeText'),
      ok: t('rx.remove'),
      cancel: t('common.back'),
      danger: true,
    })
    if (yes) removal.mutate({ body: { id, version } })
  }
  const [missing, setMissing] = useState(false)
  /** No quantity: it is being typed anew. */
  const pick = (id: number, quantity: number | null) => setPicked(new Map(picked).set(id, quantity))
  const leave = (id: number) => setPicked(new Map([...picked].filter(([one]) => one !== id)))
  // A product that was removed meanwhile is chosen no more.
  const chosenNow = [...picked].filter(([productId]) => !data || data.some(({ id }) => id === productId))
  const items = chosenNow.flatMap(([productId, quantity]) => (quantity === null ? [] : [{ productId, quantity }]))
  const keep = (send: boolean) => {
    setMissing(items.length < chosenNow.length)
    if (items.length < chosenNow.length) return
    if (send && items.length === 0) return notify({ kind: 'warn', title: errorText('PRODUCT_REQUIRED') })
    if (!send && items.length === 0 && !chosen) return onClose()
    keeping.mutate({ body: { pid, qid, ...(chosen ? { id: chosen.id } : {}), items, send } })
  }
  const full = chosenNow.length >= SENT_MAX
  return (
    <Drawer
      open
      title={t('rx.products.choose')}
      size={560}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
      footer={
        <div className="row">
          <span className="grow f12 t3" aria-live="polite">
            {missing ? (
              <span className="help err">{t('rx.products.noQuantity')}</span>
            ) : (
              full && t('rx.products.most', { max: SENT_MAX })
            )}
          </span>
          <Button disabled={keeping.isPending} onClick={() => keep(false)}>
            {t('rx.products.keep')}
          </Button>
          <Button kind="primary" loading={keeping.isPending} onClick={() => keep(true)}>
            {t('rx.products.sendNow')}
          </Button>
        </div>
      }
    >
      <div className="recsearch row">
        <Button icon={<PlusOutlined />} onClick={() => setEdited('new')}>
          {t('rx.products.add')}
        </Button>
      </div>
      {error ? (
        <ErrorState
          title={t('rx.products.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows />
      ) : data.length === 0 ? (
        <EmptyState title={t('rx.products.empty')} text={t('rx.products.emptyText')} />
      ) : (
        <ul className="setlist prodlist">
          {data.map((row) => (
            <li key={row.id}>
              <label className="grow row">
                <input
                  type="checkbox"
                  checked={picked.has(row.id)}
                  disabled={!picked.has(row.id) && full}
                  onChange={(event) => (event.target.checked ? pick(row.id, row.quantity) : leave(row.id))}
                />
                {row.image ? <img src={row.image} alt="" /> : <PictureOutlined className="noimg t3" />}
                <span className="grow">
                  <b>{row.name}</b> <span className="num">{formatMoney(row.price, row.currency)}</span>
                  {row.manufacturer && <span className="t3 f12"> {row.manufacturer}</span>}
                  {row.description && <span className="bk t2 f12 wrap">{row.description}</span>}
                </span>
              </label>
              {picked.has(row.id) && (
                <NumberField
                  size="small"
                  min={1}
                  max={PRODUCT_QUANTITY_MAX}
                  precision={0}
                  aria-label={t('rx.products.quantityOf', { name: row.name })}
                  value={picked.get(row.id) ?? null}
                  status={missing && picked.get(row.id) === null ? 'error' : ''}
                  onChange={(value) => pick(row.id, value)}
                />
              )}
              <button
                type="button"
                className="icbtn sm"
                aria-label={t('rx.products.edit', { name: row.name })}
                title={t('rx.products.edit', { name: row.name })}
                onClick={() => setEdited(row)}
              >
                <EditOutlined />
              </button>
              <button
                type="button"
                className="icbtn sm"
                aria-label={t('rx.products.removeOne', { name: row.name })}
                title={t('rx.products.removeOne', { name: row.name })}
                onClick={() => void remove(row)}
              >
                <DeleteOutlined />
              </button>
            </li>
          ))}
        </ul>
      )}
      {edited && <ProductForm product={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Drawer>
  )
}
