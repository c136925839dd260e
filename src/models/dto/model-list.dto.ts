import { ApiProperty } from '@nestjs/swagger';

/** A model that can be asked. */
export class ModelNameDto {
  @ApiProperty({ example: 'llama3.1:latest' })
  name!: string;

  @ApiProperty({ example: 'llama3.1:latest', description: 'What `model` in a chat request takes.' })
  model!: string;
}

/** The models that can be asked. */
export class ModelListDto {
  @ApiProperty({ type: [ModelNameDto] })
  models!: ModelNameDto[];
}
