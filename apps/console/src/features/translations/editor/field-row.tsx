import { languageName } from '@huoqiao/contract/languages'
import type { TextMarket, TranslationField } from '@huoqiao/contract/translations/translations.schema'
import { TRANSLATION_ORIGINS, TRANSLATION_STATES } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { HtmlPreview } from '../../../ui/html-preview.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StateTag, TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './editor.module.css'
import { MarkedSource } from './marked-source.tsx'
import { TheirText } from './their-text.tsx'
import type { Editor } from './use-editor.ts'

type FieldRowProps = {
  field: TranslationField
  locale: Locale
  /** undefined: the text is for all markets */
  market: TextMarket | undefined
  editor: Editor
  onTerm: () => void
}

/** One text: its source with the terms marked, and ours. */
export function FieldRow({ field, locale, market, editor, onTerm }: FieldRowProps): ReactNode {
  const { translation, most } = field
  const text = editor.textOf(field)
  const fault = editor.faults[field.field]
  const isTyped = text !== (translation?.text ?? '')
  const isHtml = field.format === 'html'
  const [isShown, show] = useState(false)
  return (
    <li
      className={styles.field}
      data-field={field.field}
      tabIndex={-1}
      aria-label={field.label}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void editor.save()
        // Shows the text area, which the page's handler of this key focuses afterwards.
        if (event.key === 'e') show(false)
      }}
    >
      <h3>
        {field.label}
        {market && translation === null ? (
          <StateTag hue="waiting" label={field.general === null ? '没有译文' : '沿用通用译文'} />
        ) : (
          <TableStateTag table={TRANSLATION_STATES} code={translation?.state ?? 'missing'} />
        )}
        {translation ? (
          <small>
            {TRANSLATION_ORIGINS[translation.origin]}
            {translation.by ? ` · ${translation.by}` : ''} · <RelativeTime at={translation.at} ago />
            {translation.locked && !market ? ' · 已锁定' : ''}
          </small>
        ) : null}
        {isHtml ? (
          <Button size="small" type="text" onClick={() => show(!isShown)}>
            {isShown ? '看源码' : '看效果'}
          </Button>
        ) : null}
      </h3>
      <div className={styles.sides}>
        <div className={styles.source} lang={field.sourceLocale}>
          {isShown ? <Shown html={field.source} label={`${field.label}原文`} /> : <MarkedSource field={field} />}
          {translation?.formerSource ? <FormerSource text={translation.formerSource} /> : null}
        </div>
        <div className={styles.ours}>
          {isShown ? (
            <Shown html={text || (field.general?.text ?? '')} label={`${field.label}的${languageName(locale)}译文`} />
          ) : (
            <Input.TextArea
              aria-label={`${field.label}的${languageName(locale)}译文`}
              lang={locale}
              dir="auto"
              autoSize={{ minRows: 1, maxRows: field.format === 'html' ? 14 : 4 }}
              value={text}
              {...(fault === undefined ? {} : { status: 'error' as const })}
              {...(most === null ? {} : { count: { show: text.length > most * 0.8, max: most } })}
              onChange={(event) => editor.type(field.field, event.target.value)}
            />
          )}
          {fault === undefined ? null : (
            <p className={styles.fault} role="alert">
              {fault}
            </p>
          )}
          <TheirText text={editor.theirs(field)} lang={locale} onTake={() => editor.takeTheirs(field.field)} />
          {isTyped || field.problems.length === 0 ? null : (
            <ul className={styles.problems} aria-label="要核对的">
              {field.problems.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {field.general ? <General text={field.general.text} isUsed={translation === null} locale={locale} /> : null}
          <Steps field={field} market={market} editor={editor} onTerm={onTerm} />
          <Others field={field} />
          <OfMarkets field={field} locale={locale} />
        </div>
      </div>
    </li>
  )
}

/** HTML as a shop would show it. Read only: the text is edited as HTML source. */
function Shown(preview: { html: string; label: string }): ReactNode {
  return (
    <div className={styles.shown}>
      <HtmlPreview {...preview} />
    </div>
  )
}

function Steps({ field, market, editor, onTerm }: Omit<FieldRowProps, 'locale'>): ReactNode {
  const { translation, proposals } = field
  const mayApprove = useMay(market ? 'saveTranslations' : 'approveTranslations')
  const maySave = useMay('saveTranslations')
  const mayLock = useMay('lockTranslations')
  const mayAdd = useMay('addGlossaryTerm')
  return (
    <div className={styles.steps}>
      {translation === null || translation.state === 'approved' ? null : (
        <CanButton size="small" allowed={mayApprove || NO_RIGHT} onClick={() => void editor.approve(field.field)}>
          通过 <kbd>A</kbd>
        </CanButton>
      )}
      {proposals.map(({ origin, text, score, source }) => (
        <Button
          key={`${origin}:${text}`}
          size="small"
          title={score < 1 ? `原文：${source}` : text}
          onClick={() => editor.type(field.field, text)}
        >
          用{TRANSLATION_ORIGINS[origin]}
          {score < 1 ? `（${Math.floor(score * 100)}%）` : ''}：{text.length > 24 ? `${text.slice(0, 24)}…` : text}
        </Button>
      ))}
      {translation && market ? (
        <CanButton
          size="small"
          allowed={maySave || NO_RIGHT}
          loading={editor.isBusy}
          onClick={() => void editor.removeOwn(field.field)}
        >
          沿用通用译文
        </CanButton>
      ) : null}
      {translation && !market ? (
        <CanButton
          size="small"
          type="text"
          allowed={mayLock || NO_RIGHT}
          onClick={() => void editor.lock(field.field, !translation.locked)}
        >
          {translation.locked ? '解锁' : '锁定'}
        </CanButton>
      ) : null}
      <CanButton size="small" type="text" allowed={mayAdd || NO_RIGHT} onClick={onTerm}>
        加入术语 <kbd>G</kbd>
      </CanButton>
    </div>
  )
}

function Others({ field }: { field: TranslationField }): ReactNode {
  if (field.others.length === 0) return null
  return (
    <details className={styles.others}>
      <summary>其他语言（{field.others.length}）</summary>
      <dl>
        {field.others.map(({ locale, text }) => (
          <div key={locale}>
            <dt>{languageName(locale)}</dt>
            <dd lang={locale}>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Shown for a market: the general text, which the market's own text replaces. */
function General({ text, isUsed, locale }: { text: string; isUsed: boolean; locale: Locale }): ReactNode {
  return (
    <p className={styles.general} data-used={isUsed}>
      <small>{isUsed ? '这个市场现在用的通用译文' : '通用译文'}</small>
      <span lang={locale} dir="auto">
        {text}
      </span>
    </p>
  )
}

/** The markets that have a text of their own in place of this one. */
function OfMarkets({ field: { markets }, locale }: { field: TranslationField; locale: Locale }): ReactNode {
  if (markets.length === 0) return null
  const outdated = markets.filter(({ state }) => state === 'outdated').length
  return (
    <details className={styles.others}>
      <summary>
        市场专用译文（{markets.length}）{outdated > 0 ? `，${outdated} 段过期` : ''}
      </summary>
      <dl>
        {markets.map(({ name, text, state }) => (
          <div key={name}>
            <dt>
              {name}
              {state === 'outdated' ? '（过期）' : ''}
            </dt>
            <dd lang={locale}>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function FormerSource({ text }: { text: string }): ReactNode {
  return (
    <p className={styles.former}>
      <small>翻译时的原文</small>
      <del>{text}</del>
    </p>
  )
}
