import { CheckOutlined, EditOutlined, PlusOutlined, SendOutlined } from '@ant-design/icons'
import { postProductSending } from '@teleward/contract/products/endpoints.ts'
import type { ProductSending } from '@teleward/contract/products/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoney, formatTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'

const ProductsDrawer = lazy(() => import('./ProductsDrawer.tsx').then((one) => ({ default: one.ProductsDrawer })))

interface Props {
  pid: number
  qid: number
  sendings: readonly ProductSending[]
  /** Who looks at it: a choice that was not sent is its author's alone. */
  mid: number
}

/** What is recommended to the patient of the visit: chosen, sent, read. */
export function Products({ pid, qid, sendings, mid }: Props) {
  const me = useMe()
  const may = useRight('product.recommend') !== '-' && me.allow_shop
  const [open, setOpen] = useState(false)
  const chosen = sendings.find(({ state, author }) => state === 'chosen' && author.mid === mid)
  const sending = useEndpointMutation(postProductSending, {
    onDone: (done) => done?.state === 'sent' && notify({ kind: 'ok', title: t('rx.products.sent'), lasts: 'store' }),
    onError: ({ code }) => {
      if (code !== 'NOT_FOUND' && code !== 'PRODUCT_SENT') return false
      // Sent in another tab, or one of the products was removed since.
      void invalidateTags(['recommendations', 'products'])
      notify({ kind: 'warn', title: t('rx.products.choiceChanged') })
      return true
    },
  })
  if (!may && !sendings.length) return null
  const send = async () => {
    if (!chosen) return
    const yes = await confirmAct({
      title: t('rx.products.sendTitle'),
      text: t('rx.products.sendText'),
      ok: t('rx.products.send'),
      cancel: t('common.back'),
    })
    const items = chosen.items.map(({ productId, quantity }) => ({ productId, quantity }))
    if (yes) sending.mutate({ body: { pid, qid, id: chosen.id, items, send: true } })
  }
  return (
    <section className="card c2 prods" aria-label={t('rx.products.title')}>
      <div className="hd">
        <h2>{t('rx.products.title')}</h2>
        {may && (
          <span className="rt">
            {chosen && (
              <Button
                size="sm"
                kind="primary"
                icon={<SendOutlined />}
                loading={sending.isPending}
                onClick={() => void send()}
              >
                {t('rx.products.send')}
              </Button>
            )}
            <Button size="sm" icon={chosen ? <EditOutlined /> : <PlusOutlined />} onClick={() => setOpen(true)}>
              {t(chosen ? 'rx.products.change' : 'rx.products.choose')}
            </Button>
          </span>
        )}
      </div>
      <SentProducts sendings={sendings} />
      {!sendings.length && <p className="quiet">{t('rx.products.none')}</p>}
      {open && (
        <Suspense fallback={null}>
          <ProductsDrawer pid={pid} qid={qid} chosen={chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Recommendations as they were made. */
export function SentProducts({ sendings }: { sendings: readonly ProductSending[] }) {
  return sendings.map((one) => (
    <div key={one.id} className="prodsent">
      <span className="f12 t3 num">
        {one.state === 'read' && <CheckOutlined className="c-ok" />} {t(`rx.products.state.${one.state}`)}
        {one.sentAt && ` ${formatTime(one.sentAt)}`}
        {t('common.dot')}
        {nameOf(one.author)}
      </span>
      <ul className="num">
        {one.items.map((item) => (
          <li key={item.productId}>
            <b>{item.name}</b> × {item.quantity} <span className="t2">{formatMoney(item.price, item.currency)}</span>
            {item.manufacturer && <span className="t3 f12"> {item.manufacturer}</span>}
          </li>
        ))}
      </ul>
    </div>
  ))
}
