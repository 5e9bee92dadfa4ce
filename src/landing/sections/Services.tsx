import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Picture } from '../../shared/Picture';
import { services } from '../content';
import { Section } from '../parts/Section';

/** The three services. */
export function Services() {
  return (
    <Section
      id="services"
      title="Services"
      tone="white"
      lead="Three kinds of work, one account to follow them in."
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
        {services.map(({ title, text, image, alt }) => (
          <Card key={title} component="article" sx={{ bgcolor: 'background.default', boxShadow: 'none' }}>
            <Box sx={{ aspectRatio: '3 / 2', overflow: 'hidden' }}>
              <Picture
                image={image}
                alt={alt}
                widths={[480, 900]}
                ratio={[3, 2]}
                sizes="(min-width: 1200px) 370px, (min-width: 900px) 31vw, 100vw"
              />
            </Box>
            <Box sx={{ p: 3 }}>
              <Typography variant="h3" sx={{ mb: 1 }}>
                {title}
              </Typography>
              <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
            </Box>
          </Card>
        ))}
      </Box>
    </Section>
  );
}
