import KeyOutlined from '@mui/icons-material/KeyOutlined';
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import type { FactorKind } from '../../contract/enums';
import { factorKindNames } from '../../contract/messages';

interface KindTexts {
  Icon: typeof SvgIcon;
  name: string;
  /** What it is, for somebody who chooses. */
  what: string;
  /** What the button says that begins to set one up. */
  add: string;
}

/** How kinds of second factors are shown. */
export const kindTexts: Readonly<Record<FactorKind, KindTexts>> = {
  totp: {
    Icon: SmartphoneOutlined,
    name: factorKindNames.totp,
    what: 'An app on your phone shows six digits, new ones every 30 seconds.',
    add: 'Add an authenticator app',
  },
  passkey: {
    Icon: KeyOutlined,
    name: factorKindNames.passkey,
    what: 'Your fingerprint, face or PIN on this device, or a security key. Nobody can trick you out of it.',
    add: 'Add a passkey',
  },
};
