import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { site } from '#copy/site.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LogoField } from './logo-field.tsx';
import { partnerNameSchema } from './partner-logo-form.ts';
import { addPartner, changePartner, type Partner, partnersQuery, reasonOf, uploadLogo } from './partners.data.ts';

type Field = 'name' | 'image';

/** Adds a partner, or changes one. What was typed and chosen stays wherever it fails. */
export function PartnerDialog({
  partner,
  isOpen,
  onClose,
  returnFocus,
}: {
  /** Null for a new one. */
  partner: Partner | null;
} & DialogOpening) {
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(partner?.name ?? '');
  const [chosen, setChosen] = useState<SelectedImage | null>(null);
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const [isUploading, setIsUploading] = useState(false);
  // A save that is repeated neither uploads the same file again nor adds a second row.
  const uploaded = useRef<{ file: File; address: string }>(null);
  const [newId] = useState(() => crypto.randomUUID());

  const fieldId = (field: Field) => `${formId}-${field}`;
  const clear = (field: Field) => setProblems(({ [field]: _, ...others }) => others);

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async (checkedName: string) => {
      const imageUrl = chosen ? await upload(chosen) : (partner?.imageUrl ?? '');
      if (partner) await changePartner({ id: partner.id, name: checkedName, imageUrl });
      else await addPartner({ id: newId, name: checkedName, imageUrl });
    },
    onSuccess: () => {
      toast.success(partner ? copy.updated : copy.added);
      onClose();
    },
    onError: (error) => {
      console.warn('The partner was not saved', error);
      if (isApiError(error, 'upload_failed')) {
        setProblems({ image: copy.imageFailed(reasonOf(error.cause)) });
        toast.error(copy.logoImageFailed);
      } else {
        toast.error(partner ? copy.updateFailed : copy.addFailed);
      }
    },
    onSettled: () => {
      // The home page that this tab has seen shows the logos as they were.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries(partnersQuery);
    },
  });

  async function upload({ file }: SelectedImage): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.address;
    setIsUploading(true);
    try {
      const address = await uploadLogo(file);
      uploaded.current = { file, address };
      return address;
    } catch (cause) {
      throw new ApiError('upload_failed', { cause });
    } finally {
      setIsUploading(false);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const checked = partnerNameSchema.safeParse(name);
    const found: typeof problems = {
      ...(!checked.success && { name: checked.error.issues[0]?.message ?? copy.nameRequired }),
      ...(!chosen && !partner && { image: copy.imageRequired }),
    };
    setProblems(found);
    const [first] = Object.keys(found) as Field[];
    if (first) document.getElementById(fieldId(first))?.focus();
    else if (checked.success) save.mutate(checked.data);
  };

  const isRefused = save.isError && !isApiError(save.error, 'upload_failed');
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={save.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={partner ? copy.editTitle : copy.addTitle}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            {site.cancel}
          </Button>
          <Button type="submit" form={formId} isBusy={save.isPending}>
            {partner ? copy.form.save : copy.form.add}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          id={fieldId('name')}
          label={copy.form.name}
          required
          autoComplete="off"
          value={name}
          readOnly={save.isPending}
          error={problems.name}
          onChange={({ target }) => {
            setName(target.value);
            clear('name');
          }}
        />
        <LogoField
          id={fieldId('image')}
          present={partner?.imageUrl}
          chosen={chosen}
          onChoose={(logo) => {
            setChosen(logo);
            clear('image');
          }}
          error={problems.image}
          onError={(image) => setProblems((others) => ({ ...others, image }))}
          isUploading={isUploading}
          isDisabled={save.isPending}
        />
        {isRefused && !save.isPending && (
          <Alert tone="danger" title={partner ? copy.formErrors.update : copy.formErrors.add}>
            {reasonOf(save.error)}
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
