import { UploadOutlined } from '@ant-design/icons'
import { setProduct } from '@teleward/contract/products/endpoints.ts'
import {
  PRODUCT_IMAGE_BYTES,
  PRODUCT_IMAGE_SIDE,
  PRODUCT_NAME_MAX,
  PRODUCT_QUANTITY_MAX,
  PRODUCT_TEXT_MAX,
} from '@teleward/contract/products/rules.ts'
import type { Product } from '@teleward/contract/products/schema.ts'
import { Input, Select } from 'antd'
import { useRef, useState } from 'react'
import type { ApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { errorMessage, invalidateTags, useEndpointMutation } from '../../api/query.ts'
import { errorText, t } from '../../i18n/i18n.ts'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { PictureError, pictureOf, pictureText } from '../../patterns/picture.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'
import { NumberField } from '../../ui/NumberField.tsx'

type Field = 'name' | 'quantity' | 'price' | 'image' | 'form'
const MOST_MONEY = 1_000_000

/** A product with its picture, which is made small before it leaves this browser. */
export function ProductForm({ product, onClose }: { product: Product | null; onClose: () => void }) {
  const me = useMe()
  const [name, setName] = useState(product?.name ?? '')
  const [quantity, setQuantity] = useState<number | null>(product?.quantity ?? 1)
  const [price, setPrice] = useState<number | null>(product ? product.price / 100 : null)
  const [currency, setCurrency] = useState(product?.currency ?? me.currency)
  const [manufacturer, setManufacturer] = useState(product?.manufacturer ?? '')
  const [description, setDescription] = useState(product?.description ?? '')
  /** As an address; `undefined`: as it is. */
  const [picture, setPicture] = useState<{ data: string; shown: string } | null | undefined>(undefined)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const values = JSON.stringify([name, quantity, price, currency, manufacturer, description])
  const [start] = useState(values)
  const picker = useRef<HTMLInputElement>(null)
  const keeping = useEndpointMutation(setProduct, {
    onDone: (kept) => {
      notify({ kind: 'ok', title: t('rx.products.saved', { name: kept.name }) })
      onClose()
    },
    onError: (error: ApiError) => {
      if (error.code === 'VERSION_STALE' || error.code === 'NOT_FOUND') {
        void invalidateTags(['products'])
        setErrors({ form: t('rx.products.changedElsewhere') })
        return true
      }
      const path = error.fields?.[0]?.path
      setErrors({ [path === 'name' || path === 'price' || path === 'image' ? path : 'form']: errorMessage(error) })
      return true
    },
  })
  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      const { data } = await pictureOf(file, { side: PRODUCT_IMAGE_SIDE, bytes: PRODUCT_IMAGE_BYTES })
      // Whether it is one or the other the first letters say.
      const mime = data.startsWith('iVBOR') ? 'image/png' : 'image/jpeg'
      setPicture({ data, shown: `data:${mime};base64,${data}` })
      setErrors({})
    } catch (failure) {
      if (!(failure instanceof PictureError)) throw failure
      setErrors({ image: pictureText(failure, PRODUCT_IMAGE_BYTES) })
    }
  }
  const submit = () => {
    const wrong = {
      ...(name.trim() ? {} : { name: errorText('FIELD_EMPTY') }),
      ...(quantity === null ? { quantity: errorText('FIELD_EMPTY') } : {}),
      ...(price === null ? { price: errorText('FIELD_EMPTY') } : {}),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length || price === null || quantity === null) return
    keeping.mutate({
      body: {
        ...(product ? { id: product.id, version: product.version } : {}),
        name: name.trim(),
        quantity,
        price: Math.round(price * 100),
        currency,
        manufacturer: manufacturer.trim(),
        description,
        ...(picture === undefined ? {} : { image: picture?.data ?? null }),
      },
    })
  }
  const shown = picture === undefined ? product?.image : picture?.shown
  return (
    <FormDrawer
      open
      title={product ? t('rx.products.edit', { name: product.name }) : t('rx.products.add')}
      dirty={values !== start || picture !== undefined}
      busy={keeping.isPending}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={onClose}
      footnote={errors.form && <span className="help err">{errors.form}</span>}
    >
      <FormColumn>
        <Line label={t('rx.products.name')} required error={errors.name}>
          {(id) => (
            <Input id={id} value={name} maxLength={PRODUCT_NAME_MAX} onChange={(e) => setName(e.target.value)} />
          )}
        </Line>
        <Line label={t('rx.products.quantity')} required error={errors.quantity}>
          {(id) => (
            <NumberField
              id={id}
              min={1}
              max={PRODUCT_QUANTITY_MAX}
              precision={0}
              value={quantity}
              onChange={setQuantity}
            />
          )}
        </Line>
        <Line label={t('rx.products.price')} required error={errors.price}>
          {(id) => (
            <div className="row">
              <NumberField id={id} min={0} max={MOST_MONEY} precision={2} value={price} onChange={setPrice} />
              <Select
                aria-label={t('rx.products.currency')}
                value={currency}
                options={[{ value: 'TWD' }, { value: 'CNY' }]}
                onChange={setCurrency}
              />
            </div>
          )}
        </Line>
        <Line label={t('rx.products.manufacturer')}>
          {(id) => (
            <Input
              id={id}
              value={manufacturer}
              maxLength={PRODUCT_NAME_MAX}
              onChange={(e) => setManufacturer(e.target.value)}
            />
          )}
        </Line>
        <Line label={t('rx.products.description')}>
          {(id) => (
            <Input.TextArea
              id={id}
              value={description}
              maxLength={PRODUCT_TEXT_MAX}
              rows={4}
              onChange={(e) => setDescription(e.target.value)}
            />
          )}
        </Line>
        <Line label={t('rx.products.image')} error={errors.image} hint={t('rx.products.imageHint')}>
          {(id) => (
            <div className="row prodimg">
              {shown && <img src={shown} alt={t('rx.products.image')} />}
              <input
                ref={picker}
                type="file"
                className="sr"
                tabIndex={-1}
                accept="image/jpeg,image/png"
                aria-label={t('rx.products.image')}
                onChange={(event) => {
                  void choose(event.target.files?.[0])
                  // The same file may be chosen again.
                  event.target.value = ''
                }}
              />
              <Button id={id} size="sm" icon={<UploadOutlined />} onClick={() => picker.current?.click()}>
                {t('rx.products.chooseImage')}
              </Button>
              {shown && (
                <Button size="sm" onClick={() => setPicture(null)}>
                  {t('rx.products.noImage')}
                </Button>
              )}
            </div>
          )}
        </Line>
      </FormColumn>
    </FormDrawer>
  )
}
