import { useTranslation } from 'react-i18next';
import {
  type DeclarationDecision,
  declarationEndpoints,
  type OperatorDeclaration,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import {
  type DecisionEffects,
  decisionPreviewEndpoints,
} from '#api/operations/decision-preview-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import mailStyles from '#back-office/kit/records/mail-list.module.css';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { cents } from '#core/rules/basics/money.ts';
import { ok } from '#core/rules/basics/result.ts';

/**
 * Returns the check and submit functions of a decision form: first shows the effects, then sends the decision. Sending
 * fails if somebody else has decided in the meantime.
 */
export function decisionCalls<Values>(
  { id, email, open_reason: seen }: Pick<OperatorDeclaration, 'id' | 'email' | 'open_reason'>,
  toDecision: (values: Values) => DeclarationDecision,
) {
  const params = { id };
  const bodyOf = (values: Values): DeclarationDecision => ({ ...toDecision(values), seen });
  return {
    check: {
      label: 'declaration.check' as const,
      show: async (values: Values) => {
        const body = bodyOf(values);
        const previewed = await call(decisionPreviewEndpoints.previewDecision, { params, body });
        return previewed.ok ? ok(<Effects effects={previewed.value} email={email} />) : previewed;
      },
    },
    send: (values: Values) => call(declarationEndpoints.answerDeclaration, { params, body: bodyOf(values) }),
  };
}

interface EffectsProps {
  readonly effects: DecisionEffects;
  readonly email: string;
}

/** Effects of a decision: amounts in sentences, and the mail as it will be sent. */
function Effects({ effects, email }: EffectsProps) {
  const { state, amount, credit, withheld, needs_proof, letter } = effects;
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  return (
    <section aria-label={t('refund.effects')}>
      <ul>
        {amount > withheld && <li>{t('refund.toPayment', { amount: money(cents(amount - withheld)) })}</li>}
        {withheld > 0 && <li>{t('refund.withheld', { amount: money(withheld) })}</li>}
        {credit > 0 && <li>{t('refund.toCredit', { amount: money(credit) })}</li>}
        {amount + credit === 0 && <li>{t('declaration.noMoney')}</li>}
        {state === 'open' && <li>{t('declaration.staysOpen')}</li>}
        <li>
          {letter === null
            ? t('declaration.noLetter')
            : t('declaration.letterTo', { email: shownEmail(email) })}
        </li>
        {needs_proof && <li>{t('refund.proof')}</li>}
      </ul>
      {letter !== null && (
        <>
          <p>
            <strong>{letter.subject}</strong>
          </p>
          <pre className={mailStyles.text}>{letter.text}</pre>
        </>
      )}
    </section>
  );
}
