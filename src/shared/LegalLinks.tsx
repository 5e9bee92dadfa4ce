import Link, { type LinkProps } from '@mui/material/Link';
import { Fragment } from 'react';
import { enumValues } from '../../contract/enum-values';
import { legalDocumentNames } from '../../contract/messages';
import { screens } from '../../contract/paths';
import { visuallyHidden } from './visually-hidden';

/** Links to the legal documents, each in a tab of its own: nothing that was typed is lost. */
export function LegalLinks({ sx }: Pick<LinkProps, 'sx'>) {
  return enumValues.legalDocuments.map((name) => (
    <Fragment key={name}>
      <Link href={screens[name]} target="_blank" rel="noopener" {...(sx && { sx })}>
        {legalDocumentNames[name]}
        <span style={visuallyHidden}> (opens in a new tab)</span>
      </Link>{' '}
    </Fragment>
  ));
}
