import { languageName } from '@huoqiao/contract/languages'
import { PICTURE_FIELDS } from '@huoqiao/contract/translations/pictures.fields'
import type { ProductPicture } from '@huoqiao/contract/translations/pictures.schema'
import { PICTURE_LANGUAGES, PICTURE_STATES, PICTURE_WORDS_MOST } from '@huoqiao/contract/translations/pictures.status'
import type { PictureLanguage } from '@huoqiao/contract/translations/pictures.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useAllowed } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './picture-words.module.css'
import { TheirText } from './their-text.tsx'
import type { PictureWords } from './use-picture-words.ts'

const LANGUAGES = (Object.keys(PICTURE_LANGUAGES) as PictureLanguage[]).map((value) => ({
  value,
  label: PICTURE_LANGUAGES[value],
}))

type PictureWordsRowProps = { picture: ProductPicture; locale: Locale; words: PictureWords }

/** One picture with the words on it. */
export function PictureWordsRow({ picture, locale, words }: PictureWordsRowProps): ReactNode {
  const { pictureId, label, state, needsOwn } = picture
  const { text, language } = words.of(picture)
  const fault = words.faults[pictureId]
  return (
    <li className={styles.row} aria-label={label}>
      <a href={picture.url} target="_blank" rel="noreferrer" title="看大图" aria-label={`看大图：${label}`}>
        <Picture src={picture.url} alt={label} size={72} />
      </a>
      <div className={styles.words}>
        <p className={styles.head}>
          <b>{label}</b>
          <TableStateTag table={PICTURE_STATES} code={state} />
          {needsOwn ? <StateTag hue="attention" label={`这张图需要${languageName(locale)}版`} /> : null}
          <Source picture={picture} />
        </p>
        <div className={styles.fields}>
          <Input.TextArea
            aria-label={`${label}上的文字`}
            placeholder="图片上写了什么，照着打"
            dir="auto"
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={PICTURE_WORDS_MOST}
            value={text}
            {...(fault === undefined ? {} : { status: 'error' as const })}
            onChange={(event) => words.type(picture, { text: event.target.value })}
          />
          <Select<PictureLanguage>
            aria-label={`${label}：${PICTURE_FIELDS.language.label}`}
            placeholder={PICTURE_FIELDS.language.label}
            style={{ width: 150 }}
            showSearch={{ optionFilterProp: 'label' }}
            value={language ?? null}
            options={LANGUAGES}
            onChange={(next) => words.type(picture, { language: next })}
          />
        </div>
        {fault === undefined ? null : (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <TheirText text={words.theirs(picture)} onTake={() => words.takeTheirs(picture)} />
        <Steps picture={picture} words={words} />
      </div>
    </li>
  )
}

function Source({ picture }: { picture: ProductPicture }): ReactNode {
  if (picture.at === null) return null
  return (
    <small>
      {picture.origin === 'machine' ? `${picture.providerName ?? ''}识别` : `${picture.by ?? ''} 填写`} ·{' '}
      <RelativeTime at={picture.at} ago />
    </small>
  )
}

function Steps({ picture, words }: { picture: ProductPicture; words: PictureWords }): ReactNode {
  const allowed = useAllowed()
  const { text, isTyped } = words.of(picture)
  const isRead = !isTyped && text !== '' && picture.origin === 'machine'
  const isBusy = words.busy === picture.pictureId
  const maySave = allowed(picture, 'savePictureWords')
  return (
    <div className={styles.steps}>
      <CanButton
        size="small"
        type={isTyped ? 'primary' : 'default'}
        loading={isBusy}
        allowed={maySave}
        onClick={() => void words.save(picture)}
      >
        {isRead ? '识别得对' : '保存'}
      </CanButton>
      <CanButton
        size="small"
        loading={isBusy}
        allowed={picture.state === 'blank' && picture.origin === 'manual' ? '已经这样填写' : maySave}
        onClick={() => void words.saveBlank(picture)}
      >
        没有文字
      </CanButton>
      <CanButton
        size="small"
        loading={isBusy}
        allowed={allowed(picture, 'recognisePicture')}
        onClick={() => void words.recognise(picture)}
      >
        识别
      </CanButton>
      {picture.needsOwn || picture.accepted ? (
        <CanButton
          size="small"
          type="text"
          loading={isBusy}
          allowed={allowed(picture, 'acceptPicture')}
          onClick={() => void words.accept(picture, !picture.accepted)}
        >
          {picture.accepted ? '还是要换' : PICTURE_FIELDS.accepted.label}
        </CanButton>
      ) : null}
    </div>
  )
}
