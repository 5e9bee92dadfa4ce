import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { type AddressForm, type AddressRequest, addressFormSchema } from '../../../contract/address-book';
import { currencies } from '../../../contract/currencies';
import { call } from '../../shared/api';
import { isWithoutAnswer } from '../../shared/api-error';
import { FormField } from '../../shared/FormField';
import { showFormErrors } from '../../shared/form-errors';
import { SelectField } from '../../shared/SelectField';
import { toast } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { ModalShell } from '../modal/ModalShell';
import { stopped, useStoppable } from '../modal/use-stoppable';
import { useAddressWarning } from '../withdraw/use-address-warning';
import { type Destination, isKept, ownAddresses } from './own-addresses';

interface Props {
  /** What is known of it already: only a name is asked for. */
  destination?: Destination;
  onClose: () => void;
}

/** Keeps an address for withdrawals, under a name of the person's own. One that does not fit is not kept. */
export function AddAddressModal({ destination, onClose }: Props) {
  const queryClient = useQueryClient();
  const form = useForm<AddressForm, unknown, AddressRequest>({
    resolver: zodResolver(addressFormSchema),
    mode: 'onTouched',
    defaultValues: { label: '', crypto: '', address: '', ...destination },
  });
  const { control } = form;
  const { isValid, isSubmitting } = form.formState;
  const [crypto, address] = useWatch({ control, name: ['crypto', 'address'] });
  const { warning, check } = useAddressWarning(crypto, address);
  const wait = useWait();
  const sending = useStoppable();

  /** Sends it; without an answer the book says whether it has arrived. Rejects when it is not known to be kept. */
  async function send(values: AddressRequest, signal: AbortSignal): Promise<void> {
    try {
      await call('addAddress', { body: values, signal });
    } catch (error) {
      if (!isWithoutAnswer(error)) throw error;
      const queryFn = () => call('listAddresses', { signal });
      const book = await queryClient.fetchQuery({ ...ownAddresses, queryFn, retry: false }).catch(() => []);
      if (!isKept(book, values)) throw error;
    }
  }

  async function keep(values: AddressRequest): Promise<void> {
    const signal = sending.begin();
    // Whoever is quicker than the check waits for it.
    const fits = check(values.crypto, address).then((doubt) => doubt === undefined);
    if (!(await sending.cleared(fits, signal))) return;
    try {
      await send(values, signal);
      toast({ description: 'Address added', variant: 'success' });
      onClose();
    } catch (error) {
      if (signal.aborted) toast(stopped);
      else showFormErrors(error, form, wait);
    }
    void queryClient.invalidateQueries(ownAddresses);
  }

  return (
    <ModalShell
      header={destination ? 'Keep this address' : 'Add an address'}
      confirmText={destination ? 'Keep it' : 'Add address'}
      canConfirm={isValid && warning === undefined && !isSubmitting}
      wait={wait}
      onConfirm={form.handleSubmit(keep)}
      onCancel={onClose}
      onClose={onClose}
      loading={isSubmitting ? 'Sending the address' : undefined}
      onAbort={sending.stop}
    >
      <Stack sx={{ gap: 2.5, pt: 1.5 }}>
        <FormField
          control={control}
          name="label"
          label="Label"
          autoComplete="off"
          autoFocus
          helperText="What you call it, such as the name of your wallet."
        />
        <SelectField control={control} name="crypto" label="Currency">
          {currencies.map((currency) => (
            <MenuItem key={currency.value} value={currency.value}>
              {currency.name}
            </MenuItem>
          ))}
        </SelectField>
        <FormField
          control={control}
          name="address"
          label="Wallet address"
          autoComplete="off"
          // Long ones are compared letter by letter: none of it may be out of view.
          multiline
          helperText="Copy it as your wallet shows it, capitals included: its checksum is checked."
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        {warning && <Alert severity="error">{warning}</Alert>}
      </Stack>
    </ModalShell>
  );
}
