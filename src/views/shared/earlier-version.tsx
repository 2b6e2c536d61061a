import { use } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { readDate } from '../../ui/earlier-size.ts';
import { focusPage } from '../../ui/focus-page.ts';
import { formatNumber } from '../../ui/format.ts';
import { ClosePopupContext, PopupButton } from '../../ui/popup-button.tsx';
import { withAt } from '../../ui/link.tsx';
import { TextForm } from '../../ui/text-form.tsx';
import { useLogSize } from './register-facts.ts';

/**
 * EarlierVersion is a button that asks for a size of the log or a date, and opens the page on view as it was
 * then. A log of at most one entry has no earlier size.
 */
export function EarlierVersion() {
  const { present = Infinity } = useLogSize();
  if (present <= 1) return null;
  return (
    <PopupButton
      className={buttonClass()}
      atEnd
      popupLabel="View an earlier version"
      popup={<SizeOrDayForm largest={present} />}
    >
      View an earlier version
    </PopupButton>
  );
}

/** SizeOrDayForm asks for a size from 1 to `largest`, or for a day, which means its end. */
function SizeOrDayForm({ largest }: { largest: number }) {
  const location = useLocation();
  const navigate = useNavigate();
  const close = use(ClosePopupContext);
  const go = (at: string): void => {
    close();
    void navigate(withAt(location, at));
    // There may be no button at that moment.
    focusPage();
  };
  return (
    <>
      <TextForm
        label="End of day (UTC)"
        button="Go"
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        onText={(typed) => {
          const date = readDate(typed);
          if (date === undefined) return 'A date has a year, a month and a day.';
          go(date.text);
          return undefined;
        }}
      />
      <TextForm
        label="Log size"
        button="Go"
        inputMode="numeric"
        size={8}
        onText={(typed) => {
          const digits = typed.replaceAll(/[\s,]/g, '');
          const size = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
          if (size < 1 || size > largest)
            return `A log size is a whole number from 1${largest === Infinity ? ' on' : ` to ${formatNumber(largest)}`}.`;
          go(String(size));
          return undefined;
        }}
      />
    </>
  );
}
